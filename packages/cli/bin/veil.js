#!/usr/bin/env node
// This file exists before the first build, so that the package manager can link it during
// installation.
import "../dist/main.js";
