import { createHash } from 'node:crypto';
import { type UnknownRecord, asList, asText, isRecord } from '../json/read-value';

/** Tools that the client runs and whose calls are items of their own; to other providers they are functions. */
export const clientTools = ['local_shell', 'shell', 'apply_patch'] as const;
export type ClientTool = (typeof clientTools)[number];

/** What a flat function name stands for in the caller's list of tools. */
export type ToolOrigin =
  | { readonly kind: 'function' | 'custom'; readonly name: string; readonly namespace?: string }
  | { readonly kind: ClientTool };

const NAME_LENGTH_MAX = 64;
const HASH_LENGTH = 8;
/** A list as long as this is no list of tools. */
const TOOLS_MAX = 4096;

/**
 * The names under which a caller's tools are shown to providers that know flat functions only, both ways. It depends on
 * nothing but the caller's list, so the writer of the answer finds the same names as the reader of the call.
 */
export class ToolNames {
  private readonly origins = new Map<string, ToolOrigin>();
  private readonly flatNames = new Map<string, string>();
  /** Names inside namespaces; null for those that several of them have. */
  private readonly inner = new Map<string, string | null>();

  /** @param tools the caller's `tools` as parsed */
  constructor(tools: unknown) {
    const given = asList(tools).slice(0, TOOLS_MAX).filter(isRecord);
    // Plain names first: they keep their spelling whatever else is in the list.
    for (const tool of given) {
      if (tool.type === 'function' || tool.type === 'custom') this.add({ kind: tool.type, name: nameOf(tool) });
    }
    for (const tool of given) {
      if (tool.type === 'namespace') this.addNamespace(tool);
      const client = clientTools.find(kind => kind === tool.type);
      if (client) this.add({ kind: client });
    }
  }

  /** The caller's tool behind a name that the model used; null when the caller has none of that name. */
  originOf(flatName: string): ToolOrigin | null {
    return this.origins.get(flatName) ?? null;
  }

  /** The flat name of a function or custom tool; a name without its namespace is found when only one has it. */
  flatNameOf(name: string, namespace?: string): string {
    if (namespace) return this.flatNames.get(keyOf(name, namespace)) ?? flatName(name, namespace);
    if (this.origins.has(name)) return name;
    return this.inner.get(name) ?? name;
  }

  flatNameOfClientTool(kind: ClientTool): string {
    return this.flatNames.get(kind) ?? kind;
  }

  private addNamespace(tool: UnknownRecord): void {
    const namespace = nameOf(tool);
    for (const inner of asList(tool.tools).slice(0, TOOLS_MAX).filter(isRecord)) {
      const kind = inner.type === 'custom' ? 'custom' : 'function';
      this.add({ kind, name: nameOf(inner), namespace });
    }
  }

  private add(origin: ToolOrigin): void {
    const isNamed = 'name' in origin;
    const key = isNamed ? keyOf(origin.name, origin.namespace) : origin.kind;
    if (this.flatNames.has(key)) return;
    let flat = isNamed ? flatName(origin.name, origin.namespace) : origin.kind;
    if (this.origins.has(flat)) flat = shortened(flat, key);
    this.flatNames.set(key, flat);
    this.origins.set(flat, origin);
    if (isNamed && origin.namespace !== undefined) {
      this.inner.set(origin.name, this.inner.has(origin.name) ? null : flat);
    }
  }
}

function flatName(name: string, namespace?: string): string {
  if (!namespace) return name;
  const joined = `${namespace}__${name}`.replace(/[^\w-]/g, '_');
  return joined.length <= NAME_LENGTH_MAX ? joined : shortened(joined, keyOf(name, namespace));
}

/** Still the same for the same tool in the next turn, and different for its neighbours. */
function shortened(name: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, NAME_LENGTH_MAX - HASH_LENGTH - 1)}_${hash}`;
}

function keyOf(name: string, namespace = ''): string {
  return JSON.stringify([namespace, name]);
}

function nameOf(tool: UnknownRecord): string {
  return asText(tool.name);
}
