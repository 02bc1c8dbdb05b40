// The entry point of the page.

import { showTheme } from "./settings.js";
import { open } from "./page-frame.js";

showTheme();
open();
