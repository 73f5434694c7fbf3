/** A setting that cannot be used. The message is one sentence that names the variable and says what is expected. */
export class ConfigError extends Error {}
