import { type ParseArgsConfig } from 'node:util';

export type OptionSpecs = NonNullable<ParseArgsConfig['options']>;

/** What a command was called with. */
export interface CommandCall {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: NodeJS.ProcessEnv;
  /** Says what is going on; for people, and never part of the result. */
  readonly say: (line: string) => void;
}

/** What a command found or did. */
export interface CommandResult {
  /** For people, line by line. */
  readonly lines: readonly string[];
  /** For programs, with `--json`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** False where the command did its work and its result is bad: exit code 1. */
  readonly isGood: boolean;
}

/** A command of `npm run sluice`. */
export interface Command {
  /** One or two words. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The options behind the name, as in `--to <file>`. */
  readonly usage: string;
  /** Further lines of its help. */
  readonly help: readonly string[];
  readonly options: OptionSpecs;
  run(call: CommandCall): Promise<CommandResult>;
}

/** The command was called wrongly: exit code 2. */
export class WrongUse extends Error {}

/** A text that has to be given. @throws WrongUse */
export function required({ options }: CommandCall, name: string, what: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw new WrongUse(`--${name} is missing: give ${what}.`);
  return value;
}
