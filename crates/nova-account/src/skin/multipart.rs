//! A form with a file in it (RFC 7578).

/// The body of a form with one text and one PNG file. The boundary must not stand in the file, which a random one never does.
pub(super) fn form(boundary: &str, (name, value): (&str, &str), file: &[u8]) -> Vec<u8> {
    let head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n\
         --{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"skin.png\"\r\n\
         Content-Type: image/png\r\n\r\n"
    );
    [head.as_bytes(), file, format!("\r\n--{boundary}--\r\n").as_bytes()].concat()
}
