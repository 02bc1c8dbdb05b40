//! The exceptions of the package. They are Python classes (`python/kage_go/errors.py`), because most of them
//! have two base classes.

use pyo3::import_exception;

import_exception!(kage_go.errors, ActionError);
import_exception!(kage_go.errors, GameOverError);
import_exception!(kage_go.errors, NetError);
import_exception!(kage_go.errors, PlayerError);
import_exception!(kage_go.errors, RulesError);
import_exception!(kage_go.errors, SpecError);
import_exception!(kage_go.errors, StateError);
import_exception!(kage_go.errors, TurnError);
import_exception!(kage_go.errors, VoidError);
