//! Class files by hand: a main class that hands over to the stand-in game. Written here, since a main class may have any name and
//! compiling one for each would take a compiler at every start.

const STAND_IN: &str = "nova/standin/StandIn";
const MAIN: &str = "([Ljava/lang/String;)V";
const START: &str = "(Ljava/lang/String;[Ljava/lang/String;)V";

/// The path of a class in a jar.
pub(crate) fn path(name: &str) -> String {
    format!("{}.class", name.replace('.', "/"))
}

/// A public class of Java 8 with `main`, which calls the stand-in game with its own name.
pub(crate) fn delegate(name: &str) -> Vec<u8> {
    let mut class = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52];
    let constants = constants(name);
    push(&mut class, constants.len() + 1);
    class.extend(constants.concat());
    // public final super, this class, super class, no interfaces, no fields, one method.
    for number in [0x31, 2, 4, 0, 0, 1] {
        push(&mut class, number);
    }
    method(&mut class);
    push(&mut class, 0);
    class
}

/// 1 own name, 2 own class, 3 and 4 Object, 5 main, 6 its type, 7 Code, 8 and 9 the stand-in, 10 start, 11 its type, 12 name and
/// type, 13 the method, 14 and 15 the name as a text.
fn constants(name: &str) -> Vec<Vec<u8>> {
    vec![
        utf8(&name.replace('.', "/")),
        reference(7, &[1]),
        utf8("java/lang/Object"),
        reference(7, &[3]),
        utf8("main"),
        utf8(MAIN),
        utf8("Code"),
        utf8(STAND_IN),
        reference(7, &[8]),
        utf8("start"),
        utf8(START),
        reference(12, &[10, 11]),
        reference(10, &[9, 12]),
        utf8(name),
        reference(8, &[14]),
    ]
}

/// `public static main`: `ldc 15`, `aload_0`, `invokestatic 13`, `return`.
fn method(class: &mut Vec<u8>) {
    let code = [0x12, 15, 0x2a, 0xb8, 0, 13, 0xb1];
    for number in [0x09, 5, 6, 1, 7] {
        push(class, number);
    }
    // The attribute's length, stack 2, one local, the code's length in four bytes.
    class.extend([0, 0, 0, 12 + 7, 0, 2, 0, 1, 0, 0, 0, 7]);
    class.extend(code);
    push(class, 0);
    push(class, 0);
}

fn utf8(text: &str) -> Vec<u8> {
    let mut bytes = vec![1];
    push(&mut bytes, text.len());
    bytes.extend(text.as_bytes());
    bytes
}

fn reference(tag: u8, to: &[usize]) -> Vec<u8> {
    let mut bytes = vec![tag];
    for number in to {
        push(&mut bytes, *number);
    }
    bytes
}

fn push(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend(u16::try_from(number).unwrap_or(u16::MAX).to_be_bytes());
}
