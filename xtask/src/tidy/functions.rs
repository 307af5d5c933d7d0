//! How long functions are, by counting braces in stripped source.

/// A function: the line of its `fn`, its name, and how many lines it takes to its closing brace.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) line: usize,
    pub(crate) name: String,
    pub(crate) lines: usize,
}

/// The functions with a body in stripped source, in order; a function in a function counts for both.
pub(crate) fn functions(stripped: &str) -> Vec<Function> {
    let mut found = Vec::new();
    for (at, _) in stripped.match_indices("fn ") {
        let (before, after) = stripped.split_at(at);
        if before.chars().last().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let name: String = after.chars().skip(3).take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some(length) = length_in_lines(after) else { continue };
        if !name.is_empty() {
            found.push(Function { line: before.matches('\n').count() + 1, name, lines: length });
        }
    }
    found
}

/// Lines from here to the brace that closes the body; none for a declaration without one.
fn length_in_lines(from: &str) -> Option<usize> {
    let (mut braces, mut brackets, mut lines) = (0_i32, 0_i32, 1_usize);
    for next in from.chars() {
        match next {
            '\n' => lines += 1,
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets -= 1,
            ';' if braces == 0 && brackets == 0 => return None,
            '{' => braces += 1,
            '}' => {
                braces -= 1;
                if braces <= 0 {
                    return (braces == 0).then_some(lines);
                }
            }
            _ => (),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_to_the_closing_brace() {
        let source = "trait T { fn declared(x: [u8; 2]); }\nfn one() { }\nfn two(\n) {\n if x { y }\n}\n";
        let found = functions(source);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], Function { line: 2, name: "one".to_owned(), lines: 1 });
        assert_eq!(found[1], Function { line: 3, name: "two".to_owned(), lines: 4 });
    }

    #[test]
    fn a_function_pointer_is_none() {
        assert_eq!(functions("type F = fn (u8);"), []);
    }
}
