import { type ChatCall } from '../canonical/chat';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { asText, at, parseJson } from '../json/read-value';

const LENGTH_MAX = 64;

/** A name that the provider accepts: a letter or `_` first, then letters, digits and `_.:-`, at most 64 characters. */
export function safeName(name: string): string {
  const safe = name.replace(/[^\w.:-]/g, '_').slice(0, LENGTH_MAX);
  if (/^[A-Za-z_]/.test(safe)) return safe;
  return `_${safe}`.slice(0, LENGTH_MAX);
}

/**
 * Restores in answers what a call had to change for the provider: names, and custom tools, which were sent as functions
 * with one text. Null when there is nothing to restore.
 */
export function restorerFor(call: ChatCall): NameRestorer | null {
  const names = new Map<string, ToolIdentity>();
  for (const tool of call.tools) {
    if (tool.type === 'webSearch') continue;
    const safe = safeName(tool.name);
    if ((safe !== tool.name || tool.type === 'custom') && !names.has(safe)) {
      names.set(safe, { name: tool.name, kind: tool.type });
    }
  }
  return names.size > 0 ? new NameRestorer(names) : null;
}

interface ToolIdentity {
  readonly name: string;
  readonly kind: 'function' | 'custom';
}

export class NameRestorer {
  constructor(private readonly names: ReadonlyMap<string, ToolIdentity>) {}

  answer(answer: ChatAnswer): ChatAnswer {
    const choices = answer.choices.map(choice => ({
      ...choice,
      blocks: choice.blocks.map(block => {
        const found = block.type === 'toolCall' ? this.names.get(block.name) : undefined;
        if (block.type !== 'toolCall' || !found) return block;
        return { ...block, ...found, arguments: found.kind === 'custom' ? freeText(block.arguments) : block.arguments };
      }),
    }));
    return { ...answer, choices };
  }

  /** Each stream needs its own instance, which remembers the custom calls. Arguments come whole in this format. */
  openStream(): (events: readonly ChatEvent[]) => readonly ChatEvent[] {
    const custom = new Set<string>();
    return events =>
      events.map(event => {
        if (event.type === 'toolCall') {
          const found = this.names.get(event.name);
          if (found?.kind === 'custom') custom.add(`${event.choice} ${event.call}`);
          return found ? { ...event, ...found } : event;
        }
        const isCustom = event.type === 'toolArguments' && custom.has(`${event.choice} ${event.call}`);
        return isCustom ? { ...event, text: freeText(event.text) } : event;
      });
  }
}

function freeText(args: string): string {
  return asText(at(parseJson(args), 'input'));
}
