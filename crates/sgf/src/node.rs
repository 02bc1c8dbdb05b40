//! A node and its properties.

use std::borrow::Cow;

use crate::{IdentError, Value};

/// One property: an identifier such as `B` or `PGT`, and one or more values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    // Both private, so that what can be held can be written: see `check_ident`, and never no value.
    ident: String,
    values: Vec<Value>,
}

impl Property {
    /// The caller has checked that the identifier is one, and that there is a value.
    pub(crate) fn new(ident: String, values: Vec<Value>) -> Self {
        Self { ident, values }
    }

    /// The identifier: capital letters and digits, a letter first.
    pub fn ident(&self) -> &str {
        &self.ident
    }

    /// The values as they are written, in order. There is at least one.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// A node: properties in the order of the file.
///
/// A property that stands twice in a node (forbidden, but frequent) is kept twice;
/// [`values`](Self::values) reads on from one to the next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    properties: Vec<Property>,
}

impl Node {
    /// A node without properties.
    pub fn new() -> Self {
        Self::default()
    }

    /// The properties in order.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// Whether the node has this property.
    pub fn has(&self, ident: &str) -> bool {
        self.named(ident).next().is_some()
    }

    /// The text of the first value of a property.
    pub fn get(&self, ident: &str) -> Option<Cow<'_, str>> {
        self.values(ident).next()
    }

    /// The texts of all values of a property, in order; none if it is absent.
    pub fn values<'a>(&'a self, ident: &str) -> impl Iterator<Item = Cow<'a, str>> {
        self.raw_values(ident).map(Value::text)
    }

    /// All values of a property as they are written, for use with [`Value::parts`].
    pub fn raw_values<'a>(&'a self, ident: &str) -> impl Iterator<Item = &'a Value> {
        self.named(ident).flat_map(Property::values)
    }

    /// Gives a property this one value. It keeps its place, or becomes the last.
    ///
    /// # Errors
    /// If `ident` is no identifier.
    pub fn set(&mut self, ident: &str, value: impl Into<Value>) -> Result<&mut Self, IdentError> {
        self.set_all(ident, [value])
    }

    /// Gives a property these values. It keeps its place, or becomes the last; without any value
    /// it is removed, because SGF cannot write a property that has none.
    ///
    /// # Errors
    /// If `ident` is no identifier.
    pub fn set_all<V: Into<Value>>(
        &mut self,
        ident: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<&mut Self, IdentError> {
        check_ident(ident)?;
        let place = self.properties.iter().position(|property| property.ident == ident);
        self.remove(ident);
        let values: Vec<Value> = values.into_iter().map(Into::into).collect();
        if !values.is_empty() {
            // Only its namesakes went, and they all stood at `place` or behind it.
            let place = place.unwrap_or(self.properties.len());
            self.properties.insert(place, Property::new(ident.to_owned(), values));
        }
        Ok(self)
    }

    /// Adds one value to a property, which is made if it is not there.
    ///
    /// # Errors
    /// If `ident` is no identifier.
    pub fn push(&mut self, ident: &str, value: impl Into<Value>) -> Result<&mut Self, IdentError> {
        check_ident(ident)?;
        let value = value.into();
        match self.properties.iter_mut().rfind(|property| property.ident == ident) {
            Some(property) => property.values.push(value),
            None => self.add(Property::new(ident.to_owned(), vec![value])),
        }
        Ok(self)
    }

    /// Takes a property out; says whether it was there.
    pub fn remove(&mut self, ident: &str) -> bool {
        let before = self.properties.len();
        self.properties.retain(|property| property.ident != ident);
        self.properties.len() < before
    }

    pub(crate) fn add(&mut self, property: Property) {
        self.properties.push(property);
    }

    fn named<'a>(&'a self, ident: &str) -> impl Iterator<Item = &'a Property> {
        self.properties.iter().filter(move |property| property.ident == ident)
    }
}

/// Capital letters and digits, a letter first. FF\[4\] has capital letters only; digits are alive in
/// old and private properties.
pub(crate) fn check_ident(ident: &str) -> Result<(), IdentError> {
    let letter_first = ident.starts_with(|c: char| c.is_ascii_uppercase());
    if letter_first && ident.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()) {
        Ok(())
    } else {
        Err(IdentError(ident.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idents(node: &Node) -> Vec<&str> {
        node.properties().iter().map(Property::ident).collect()
    }

    #[test]
    fn set_keeps_the_place_and_push_adds() -> Result<(), IdentError> {
        let mut node = Node::new();
        node.set("B", "aa")?
            .push("PGT", "bb")?
            .set("C", "hm")?
            .push("PGT", "cc")?
            .set("B", "dd")?;
        assert_eq!(idents(&node), ["B", "PGT", "C"]);
        assert_eq!(node.values("PGT").collect::<Vec<_>>(), ["bb", "cc"]);
        assert_eq!(node.get("B").as_deref(), Some("dd"));
        assert_eq!(node.get("W"), None);
        node.set_all("B", Vec::<String>::new())?;
        assert_eq!(idents(&node), ["PGT", "C"]);
        assert!(node.remove("C") && !node.remove("C") && node.has("PGT"));
        Ok(())
    }

    #[test]
    fn twins_are_read_as_one_and_set_as_one() -> Result<(), IdentError> {
        let mut node = Node::new();
        for (ident, value) in [("AW", "a"), ("AB", "b"), ("AW", "c"), ("N", "d"), ("AB", "e")] {
            node.add(Property::new(ident.into(), vec![value.into()]));
        }
        assert_eq!(node.values("AB").collect::<Vec<_>>(), ["b", "e"]);
        node.set("AB", "x")?;
        assert_eq!(idents(&node), ["AW", "AB", "AW", "N"]);
        Ok(())
    }

    #[test]
    fn identifiers() {
        for good in ["B", "PGT", "KGSDE", "L2"] {
            assert_eq!(check_ident(good), Ok(()));
        }
        for bad in ["", "b", "Black", "2L", "A B", "É", "A[", "A_B"] {
            assert_eq!(check_ident(bad), Err(IdentError(bad.to_owned())));
            assert!(Node::new().set(bad, "x").is_err() && Node::new().push(bad, "x").is_err());
        }
    }
}
