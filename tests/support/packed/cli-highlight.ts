export { DEFAULT_THEME, highlight, supportsLanguage } from "cli-highlight";
