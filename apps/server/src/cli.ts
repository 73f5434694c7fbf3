import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { commands } from './commands';
import { WrongUse, type Command, type OptionSpecs } from './commands/command';

const SHARED_OPTIONS: OptionSpecs = { help: { type: 'boolean' }, json: { type: 'boolean' } };

/** Exit codes: done; refused or failed; called wrongly. */
const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;

/** Runs `npm run sluice -- <command>`. @returns the exit code */
async function main(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [first = ''] = words;
  if (first === '--help' || first === 'help') return print(generalHelp(), DONE);
  const command = commandOf(words);
  if (!command) return fail(first === '' ? 'which command?' : `there is no command "${first}".`, WRONG_USE);
  try {
    const options = optionsOf(command, words.slice(command.name.split(' ').length));
    if (options.help === true) return print(helpOf(command), DONE);
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    const { lines, json, isGood } = await command.run({ options, environment, say });
    const shown = options.json === true ? [JSON.stringify({ command: command.name, isGood, ...json })] : lines;
    return print(shown, isGood ? DONE : FAILED);
  } catch (error) {
    return fail(`${command.name}: ${messageOf(error)}`, error instanceof WrongUse ? WRONG_USE : FAILED);
  }
}

function commandOf(words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name);
}

function optionsOf(command: Command, args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  try {
    const parsed = parseArgs({ args: [...args], options: { ...SHARED_OPTIONS, ...command.options }, strict: true });
    return parsed.values as Record<string, string | boolean | undefined>; // no option may be given twice
  } catch (error) {
    throw new WrongUse(`${messageOf(error)} Use: sluice ${command.name} ${command.usage}`.trimEnd());
  }
}

function generalHelp(): readonly string[] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'sluice <command> [--help] [--json]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'The environment is the one of the server: DATA_DIR, DATABASE_URL, MASTER_KEY and the others.',
    'Exit codes: 0 done, 1 refused or failed, 2 called wrongly.',
  ];
}

function helpOf({ name, usage, summary, help }: Command): readonly string[] {
  return [`sluice ${name} ${usage}`.trimEnd(), '', `Command "${name}" ${summary}.`, ...help];
}

function print(lines: readonly string[], code: number): number {
  process.stdout.write(`${lines.join('\n')}\n`);
  return code;
}

function fail(message: string, code: number): number {
  process.stderr.write(`sluice ${message}\n`);
  if (code === WRONG_USE) process.stderr.write('sluice --help lists the commands.\n');
  return code;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}

main(process.argv.slice(2), process.env).then(
  code => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`sluice ${messageOf(error)}\n`);
    process.exitCode = FAILED;
  },
);
