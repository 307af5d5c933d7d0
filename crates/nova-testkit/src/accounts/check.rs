//! What must hold for every request. Each fault is a sentence that says where it is, without the secret itself.

use serde_json::Value;

use super::{
    secrets::{Secret, Secrets},
    state::{Asked, Service},
};

/// What is wrong with a request, whatever it asks for.
pub(super) fn faults(asked: &Asked<'_>, secrets: &Secrets) -> Vec<String> {
    let mut faults = Vec::new();
    if asked.head("user-agent").is_none_or(str::is_empty) {
        faults.push("no user-agent".to_owned());
    }
    faults.extend(kind(asked));
    for issued in &secrets.0 {
        let within = |text: &str| text.contains(&issued.text);
        if within(&asked.got.path) {
            faults.push(format!("a secret ({:?}) stands in the address", issued.kind));
        }
        let bearer = asked.head("authorization").is_some_and(within);
        let shown = bearer || within(&String::from_utf8_lossy(&asked.got.body));
        if shown && !may_see(asked.service, issued.kind) {
            faults.push(format!(
                "{:?} is shown a secret that is not for it ({:?})",
                asked.service, issued.kind
            ));
        }
    }
    faults
}

fn may_see(service: Service, kind: Secret) -> bool {
    let kinds: &[Secret] = match service {
        Service::Microsoft => &[Secret::DeviceCode, Secret::Refresh],
        Service::Xbox => &[Secret::Access],
        Service::Xsts => &[Secret::Xbox],
        Service::Minecraft => &[Secret::Xsts, Secret::UserHash, Secret::Minecraft],
        Service::Skin => &[Secret::Server, Secret::Password],
        Service::Injector | Service::Textures | Service::Testkit | Service::None => &[],
    };
    kinds.contains(&kind)
}

/// The content type and what is taken.
fn kind(asked: &Asked<'_>) -> Option<String> {
    let kind = asked.head("content-type").unwrap_or_default();
    let wanted = match (asked.service, asked.got.method.as_str()) {
        (Service::Microsoft, _) => "application/x-www-form-urlencoded",
        _ if asked.path.ends_with("/skins") || asked.path.ends_with("/skin") => return None,
        (Service::Xbox | Service::Xsts | Service::Minecraft | Service::Skin, "POST" | "PUT") => {
            "application/json"
        }
        _ => return None,
    };
    let right = kind.split(';').next() == Some(wanted);
    let taken = asked.head("accept") == Some("application/json");
    if right && taken {
        None
    } else {
        Some(format!("content-type is {kind:?} and not {wanted}, or JSON is not accepted"))
    }
}

/// A field that has to have a value.
pub(super) fn field(body: &Value, pointer: &str, wanted: &str) -> Option<String> {
    let found = body.pointer(pointer).and_then(Value::as_str);
    (found != Some(wanted)).then(|| format!("{pointer} is not {wanted}"))
}

/// A form with a text and a PNG file: the value of the text and the file.
pub(super) fn multipart(asked: &Asked<'_>, name: &str) -> Result<(String, Vec<u8>), String> {
    let kind = asked.head("content-type").unwrap_or_default();
    let boundary = kind.strip_prefix("multipart/form-data; boundary=").ok_or("no form with a boundary")?;
    let body = &asked.got.body;
    let end = format!("\r\n--{boundary}--\r\n");
    let parts = body.strip_suffix(end.as_bytes()).ok_or("the form has no end")?;
    let mark = format!("--{boundary}\r\n");
    let first = parts.strip_prefix(mark.as_bytes()).ok_or("the form has no beginning")?;
    let between = format!("\r\n{mark}");
    let at = find(first, between.as_bytes()).ok_or("the form has one part")?;
    let (text, file) =
        (first.get(..at).unwrap_or_default(), first.get(at + between.len()..).unwrap_or_default());
    let (head, value) = part(text)?;
    let (file_head, file) = part(file)?;
    if !head.contains(&format!("name=\"{name}\"")) || !file_head.contains("name=\"file\"; filename=") {
        return Err(format!("the parts are not {name} and file"));
    }
    if !file_head.contains("Content-Type: image/png") || !file.starts_with(b"\x89PNG") {
        return Err("the file is no PNG".to_owned());
    }
    Ok((String::from_utf8_lossy(value).into_owned(), file.to_vec()))
}

fn part(bytes: &[u8]) -> Result<(String, &[u8]), String> {
    let at = find(bytes, b"\r\n\r\n").ok_or("a part has no head")?;
    let (head, rest) = bytes.split_at(at);
    Ok((String::from_utf8_lossy(head).into_owned(), rest.get(4..).unwrap_or_default()))
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}
