//! From bytes to text: which charset, and where in the bytes a piece of text came from.

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, WINDOWS_1252};

/// The text of a file, and how it was read.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    bytes: &'a [u8],
    encoding: &'static Encoding,
    bom: usize,
}

/// Reads bytes as text; never fails.
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let (encoding, bom) = Encoding::for_bom(bytes).unwrap_or_else(|| (guess(bytes), 0));
    let body = bytes.get(bom..).unwrap_or_default();
    let (text, _) = encoding.decode_without_bom_handling(body);
    Decoded { text, bytes, encoding, bom }
}

impl Decoded<'_> {
    /// Whether the bytes were something other than UTF-8.
    pub(crate) fn is_translated(&self) -> bool {
        self.encoding != UTF_8
    }

    /// The byte of the file that a byte of the text came from.
    pub(crate) fn source_offset(&self, text_offset: usize) -> usize {
        if matches!(self.text, Cow::Borrowed(_)) {
            return self.bom + text_offset;
        }
        // One byte at a time is slow and sure, and this happens once: in an error.
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let mut written = 0;
        for (offset, byte) in self.bytes.iter().enumerate().skip(self.bom) {
            if written == text_offset {
                return offset;
            }
            written += decoder.decode_to_utf8(&[*byte], &mut [0; 16], false).2;
            // A byte can show that the one before was broken, and mean something itself.
            if written > text_offset {
                return offset;
            }
        }
        self.bytes.len()
    }
}

/// UTF-8 if the bytes are that, else what `CA` says, else Latin-1 (the default of FF\[4\]; as
/// everywhere on the web that means its superset windows-1252, which gives every byte a meaning).
fn guess(bytes: &[u8]) -> &'static Encoding {
    let said = declared(bytes);
    // ISO-2022-JP hides Japanese in ASCII behind the escape character; all else shows.
    let hidden = said == Some(ISO_2022_JP) && bytes.is_ascii() && bytes.contains(&0x1b);
    if std::str::from_utf8(bytes).is_ok() && !hidden {
        return UTF_8;
    }
    said.unwrap_or(WINDOWS_1252)
}

/// The charset in the first `CA[...]`. Found without parsing, because parsing needs the charset.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let place = (0..bytes.len()).find(|&i| {
        let start = i == 0 || !bytes[i - 1].is_ascii_uppercase();
        start && bytes[i..].starts_with(b"CA") && label(&bytes[i + 2..]).is_some()
    })?;
    let encoding = Encoding::for_label(label(&bytes[place + 2..])?)?;
    // A `CA` that can be read at all is not in UTF-16.
    (encoding.is_ascii_compatible() || encoding == ISO_2022_JP).then_some(encoding)
}

/// What stands between `[` and `]` at the front.
fn label(bytes: &[u8]) -> Option<&[u8]> {
    let inner = bytes.trim_ascii_start().strip_prefix(b"[")?;
    // No charset has a longer name; without a limit a file full of `CA[` would take forever.
    let end = inner.iter().take(64).position(|byte| *byte == b']')?;
    inner.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets() {
        let cases: [(&[u8], &str, bool); 15] = [
            (b"plain", "plain", false),
            ("(;C[影])".as_bytes(), "(;C[影])", false),
            ("\u{feff}(;C[影])".as_bytes(), "(;C[影])", false),
            (b"\xff\xfe(\0;\0)\0", "(;)", true),
            (b"(;C[caf\xe9])", "(;C[café])", true),
            (b"(;CA[latin1]C[\x93\xe9\x94])", "(;CA[latin1]C[“é”])", true),
            (b"(;CA [ Shift_JIS ]C[\x89e])", "(;CA [ Shift_JIS ]C[影])", true),
            (b"(;CA[GB2312]C[\xd3\xb0\xd7\xd3])", "(;CA[GB2312]C[影子])", true),
            (b"(;CA[Big5]C[\xbcv])", "(;CA[Big5]C[影])", true),
            (b"(;CA[UTF-8]C[ok \xe9])", "(;CA[UTF-8]C[ok \u{fffd}])", false),
            (b"(;CA[UTF-16]C[\xe9])", "(;CA[UTF-16]C[é])", true),
            (b"(;CA[nonsense]C[\xe9])", "(;CA[nonsense]C[é])", true),
            // It looks like Unicode: the program that wrote it did not update the label.
            ("(;CA[GB2312]C[影])".as_bytes(), "(;CA[GB2312]C[影])", false),
            // Known failure: the one sign for shadow, in GB2312, happens to be valid UTF-8.
            (b"(;CA[GB2312]C[\xd3\xb0])", "(;CA[GB2312]C[\u{4f0}])", false),
            (b"(;CA[ISO-2022-JP]C[\x1b$B1F\x1b(B])", "(;CA[ISO-2022-JP]C[影])", true),
        ];
        for (bytes, text, translated) in cases {
            let decoded = decode(bytes);
            assert_eq!((&*decoded.text, decoded.is_translated()), (text, translated));
        }
    }

    #[test]
    fn offsets_are_those_of_the_file() {
        let cases: [&[u8]; 6] = [
            b"ab!",
            "\u{feff}影!".as_bytes(),
            b"\xe9\xe8!",
            b"CA[Shift_JIS]\x89e\x89e!",
            b"CA[utf-8]\xe9\xe8!",
            b"\xff\xfe(\0;\0!\0",
        ];
        for bytes in cases {
            let decoded = decode(bytes);
            let found = decoded.source_offset(decoded.text.find('!').unwrap());
            assert_eq!(Some(found), bytes.iter().position(|byte| *byte == b'!'), "{bytes:?}");
            assert_eq!(decoded.source_offset(decoded.text.len()), bytes.len());
        }
    }
}
