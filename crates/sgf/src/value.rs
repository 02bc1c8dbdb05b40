//! A value: the text between `[` and `]`.

use std::borrow::Cow;

/// One value of a property, kept as it is written, escapes and line ends included; [`text`](Self::text)
/// is what it says. So nothing of a file is lost, not even whether a colon was escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Value {
    // Invariant: each `]` and each `\` is escaped, and no `\` stands alone at the end.
    raw: String,
}

impl Value {
    /// A value that says `text`.
    ///
    /// ```
    /// let value = kage_sgf::Value::new(r"a\b [c]");
    /// assert_eq!(value.raw(), r"a\\b [c\]");
    /// assert_eq!(value.text(), r"a\b [c]");
    /// ```
    pub fn new(text: &str) -> Self {
        Self { raw: escape(text, &[']', '\\']) }
    }

    /// A value of two parts, as in `LB[aa:label]` or `AP[kage:0.1]`.
    ///
    /// ```
    /// let value = kage_sgf::Value::compose("a:b", "c");
    /// assert_eq!(value.raw(), r"a\:b:c");
    /// assert_eq!(value.parts(), Some(("a:b".into(), "c".into())));
    /// ```
    pub fn compose(first: &str, second: &str) -> Self {
        let part = |text| escape(text, &[']', '\\', ':']);
        Self { raw: format!("{}:{}", part(first), part(second)) }
    }

    /// The caller has found where the value ends, so the invariant holds.
    pub(crate) fn from_raw(raw: &str) -> Self {
        Self { raw: raw.to_owned() }
    }

    /// The value as it stands in the file.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// What the value says: escapes resolved, soft line breaks (`\` at the end of a line) taken out,
    /// every line end a `\n`. Other white space is left alone.
    pub fn text(&self) -> Cow<'_, str> {
        unescape(&self.raw)
    }

    /// The two parts of a composed value: split at the first colon that is not escaped.
    pub fn parts(&self) -> Option<(Cow<'_, str>, Cow<'_, str>)> {
        let mut escaped = false;
        let colon = self.raw.bytes().position(|byte| {
            let found = byte == b':' && !escaped;
            escaped = byte == b'\\' && !escaped;
            found
        })?;
        let (first, second) = self.raw.split_at(colon);
        Some((unescape(first), unescape(&second[1..])))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::new(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

fn escape(text: &str, special: &[char]) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(&c) {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw
}

fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['\\', '\r']) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = c == '\\';
        let Some(c) = (if escaped { chars.next() } else { Some(c) }) else { break };
        if !matches!(c, '\r' | '\n') {
            text.push(c);
            continue;
        }
        // CR LF and LF CR are one line end.
        chars.next_if(|next| matches!(next, '\r' | '\n') && *next != c);
        if !escaped {
            text.push('\n');
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let cases = [
            ("", ""),
            ("plain  text\t\n", "plain  text\t\n"),
            (r"a\]b\\c\:d\e", r"a]b\c:de"),
            (r"\\]", r"\]"),
            ("hard\r\nhard\rhard\n\rhard\n\nend", "hard\nhard\nhard\nhard\n\nend"),
            ("so\\\nft \\\r\nsoft\\\rsoft\\\n\rsoft", "soft softsoftsoft"),
            ("\\é\\影", "é影"),
        ];
        for (raw, text) in cases {
            assert_eq!(Value::from_raw(raw).text(), text, "{raw:?}");
        }
    }

    #[test]
    fn parts() {
        let cases = [
            ("aa:cc", Some(("aa", "cc"))),
            (r"a\:b:c:d\:e", Some(("a:b", "c:d:e"))),
            (r"a\\:b", Some((r"a\", "b"))),
            (":", Some(("", ""))),
            (r"a\:b", None),
            ("", None),
        ];
        for (raw, parts) in cases {
            let parts = parts.map(|(a, b)| (a.into(), b.into()));
            assert_eq!(Value::from_raw(raw).parts(), parts, "{raw:?}");
        }
    }
}
