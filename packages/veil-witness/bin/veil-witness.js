#!/usr/bin/env node
// Exists before the first build, so that an install can link it.
import "../dist/main.js";
