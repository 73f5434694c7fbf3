import { type FunctionTool } from '../canonical/chat';
import { type JsonObject, asList, asRecord, asText, isJsonObject, parseJson } from '../json/read-value';
import { type ClientTool } from './tool-names';

/**
 * Turns the shell and patch tools of the Responses API into functions and back. Shapes of calls and outputs: API
 * reference, items `local_shell_call`, `shell_call` and `apply_patch_call`, read 2026-08.
 */
interface ClientToolForm {
  readonly description: string;
  readonly parameters: JsonObject;
  readonly callType: string;
  readonly outputType: string;
  readonly idPrefix: string;
  /** The arguments of the function, from the call's item. */
  readArguments(item: JsonObject): JsonObject;
  /** The fields of the call's item, from the arguments; null when the arguments do not fit the tool. */
  writeFields(args: JsonObject): JsonObject | null;
}

function text(description: string): JsonObject {
  return { type: 'string', description };
}

function texts(description: string): JsonObject {
  return { type: 'array', items: { type: 'string' }, description };
}

const TIMEOUT = { type: 'integer', description: 'Milliseconds after which the command is stopped.' };

export const clientToolForms: Readonly<Record<ClientTool, ClientToolForm>> = {
  local_shell: {
    description: 'Runs one command on the machine of the user and returns what it prints.',
    parameters: {
      type: 'object',
      properties: {
        command: texts('The program and its arguments.'),
        working_directory: text('Where to run it.'),
        env: { type: 'object', additionalProperties: { type: 'string' }, description: 'Environment variables to set.' },
        timeout_ms: TIMEOUT,
      },
      required: ['command'],
    },
    callType: 'local_shell_call',
    outputType: 'local_shell_call_output',
    idPrefix: 'lsh_',
    readArguments: item => without(asRecord(item.action) ?? {}, 'type'),
    writeFields: args =>
      isTexts(args.command) ? { action: { type: 'exec', env: {}, ...args, command: args.command } } : null,
  },
  shell: {
    description: 'Runs commands in a shell on the machine of the user and returns what they print.',
    parameters: {
      type: 'object',
      properties: {
        commands: texts('Command lines, each run by itself.'),
        timeout_ms: TIMEOUT,
        max_output_length: { type: 'integer', description: 'Most characters of output to return.' },
      },
      required: ['commands'],
    },
    callType: 'shell_call',
    outputType: 'shell_call_output',
    idPrefix: 'sh_',
    readArguments: item => asRecord(item.action) ?? {},
    writeFields: args =>
      isTexts(args.commands)
        ? { action: { max_output_length: null, timeout_ms: null, ...args }, environment: { type: 'local' } }
        : null,
  },
  apply_patch: {
    description: 'Creates, changes or deletes one file of the user.',
    parameters: {
      type: 'object',
      properties: {
        operation: {
          type: 'object',
          properties: {
            type: { type: 'string', enum: ['create_file', 'update_file', 'delete_file'] },
            path: text('The file, relative to the project.'),
            diff: text('The change in V4A diff form; for a new file every line begins with +. Not for deletions.'),
          },
          required: ['type', 'path'],
        },
      },
      required: ['operation'],
    },
    callType: 'apply_patch_call',
    outputType: 'apply_patch_call_output',
    idPrefix: 'apc_',
    readArguments: item => ({ operation: asRecord(item.operation) ?? {} }),
    writeFields: args => {
      const operation = asRecord(args.operation);
      return operation && asText(operation.type) && asText(operation.path) ? { operation } : null;
    },
  },
};

export function clientToolAsFunction(kind: ClientTool, name: string): FunctionTool {
  const { description, parameters } = clientToolForms[kind];
  return { type: 'function', name, description, parameters };
}

/** The client tool that an item is a call or an output of. */
export function clientToolOfItem(type: string): { readonly kind: ClientTool; readonly isOutput: boolean } | null {
  for (const [kind, form] of Object.entries(clientToolForms) as [ClientTool, ClientToolForm][]) {
    if (type === form.callType) return { kind, isOutput: false };
    if (type === form.outputType) return { kind, isOutput: true };
  }
  return null;
}

/** The content of the client's output item, as one text. */
export function readClientOutput(item: JsonObject): { readonly text: string; readonly isError: boolean } {
  const { output } = item;
  if (typeof output === 'string') return { text: output, isError: item.status === 'failed' };
  if (Array.isArray(output)) return { text: JSON.stringify(output), isError: false };
  return { text: asText(item.status), isError: item.status === 'failed' };
}

/** The fields of a call item, or null when the model's arguments do not fit the tool. */
export function clientCallFields(kind: ClientTool, args: string): JsonObject | null {
  const parsed = parseJson(args);
  return isJsonObject(parsed) ? clientToolForms[kind].writeFields(parsed) : null;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && asList(value).every(item => typeof item === 'string');
}

function without(record: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
