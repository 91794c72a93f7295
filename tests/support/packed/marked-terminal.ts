export * from "marked-terminal";
