// The door.

import { showTheme } from "./settings.js";
import { open } from "./shell.js";

showTheme();
open();
