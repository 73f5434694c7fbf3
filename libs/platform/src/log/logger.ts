import { pino, type Logger as PinoLogger } from 'pino';
import { type Config } from '../config/config';

/** Field names that carry secrets; their values are never logged. */
const SECRET_PATHS = [
  'key',
  'password',
  'authorization',
  'cookie',
  'token',
  'secret',
  '*.key',
  '*.password',
  '*.authorization',
  '*.token',
];

/** Structured lines on stdout, one per event. An error line means that someone must act. */
export class Logger {
  private readonly pino: PinoLogger;

  constructor(level: Config['logLevel']) {
    this.pino = pino({ level, base: null, redact: { paths: SECRET_PATHS, censor: '[secret]' } });
  }

  debug(fields: object, message: string): void {
    this.pino.debug(fields, message);
  }

  info(fields: object, message: string): void {
    this.pino.info(fields, message);
  }

  warn(fields: object, message: string): void {
    this.pino.warn(fields, message);
  }

  error(fields: object, message: string): void {
    this.pino.error(fields, message);
  }

  flush(): void {
    this.pino.flush();
  }
}
