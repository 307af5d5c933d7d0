//! Pictures that others made, on their way to the window: small ones of the kind PNG only, as data addresses.

use data_encoding::BASE64;

/// Bytes of a picture at most.
pub(crate) const MOST_BYTES: u64 = 256 << 10;
/// Pixels of a side at most: what unpacks to more is no icon.
const MOST_PIXELS: u32 = 1024;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The first chunk is always the header: 13 bytes long, beginning with width and height.
const HEADER: &[u8] = b"\0\0\0\x0dIHDR";

/// A PNG of sane size as a data address; none for anything else.
pub(crate) fn data_url(bytes: &[u8]) -> Option<String> {
    let fits = u64::try_from(bytes.len()).is_ok_and(|len| len <= MOST_BYTES);
    let (width, height) = size(bytes)?;
    let sane = |side: u32| (1..=MOST_PIXELS).contains(&side);
    (fits && sane(width) && sane(height)).then(|| format!("data:image/png;base64,{}", BASE64.encode(bytes)))
}

fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let rest = bytes.strip_prefix(SIGNATURE)?.strip_prefix(HEADER)?;
    let (width, rest) = rest.split_first_chunk::<4>()?;
    let (height, _) = rest.split_first_chunk::<4>()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        [SIGNATURE, HEADER, &width.to_be_bytes(), &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat()
    }

    #[test]
    fn a_small_png_becomes_a_data_address() {
        let url = data_url(&png(64, 64)).unwrap();
        assert!(url.starts_with("data:image/png;base64,iVBORw0KGgo"));
    }

    #[test]
    fn what_is_no_png_or_too_big_is_nothing() {
        let heavy = [png(64, 64), vec![0; usize::try_from(MOST_BYTES).unwrap()]].concat();
        let cut = png(64, 64).get(..20).unwrap().to_vec();
        let cases = [
            png(0, 64),
            png(64, 1025),
            png(u32::MAX, 1),
            heavy,
            cut,
            b"GIF89a".to_vec(),
            b"<svg onload='x'/>".to_vec(),
            Vec::new(),
        ];
        for bytes in cases {
            assert_eq!(data_url(&bytes), None, "{} bytes", bytes.len());
        }
    }
}
