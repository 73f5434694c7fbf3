import { randomUUID } from 'node:crypto';
import {
  createMockUpstream,
  json,
  sse,
  type Behaviour,
  type MockCall,
  type MockUpstream,
} from '../../../apps/mock-upstream/src/index';

/**
 * One account at a provider of the Responses format: it knows its own responses, separately for each key, and no
 * others.
 */
export class StoringUpstream {
  private readonly known = new Set<string>();
  /** A part of every id, because providers never give an id twice. */
  private readonly run = randomUUID();

  private constructor(
    private readonly name: string,
    readonly upstream: MockUpstream,
  ) {}

  static async start(name: string): Promise<StoringUpstream> {
    const account = new StoringUpstream(name, await createMockUpstream());
    account.reset();
    return account;
  }

  get url(): string {
    return this.upstream.url;
  }

  /** The keys of the calls, in their order. */
  get keys(): readonly string[] {
    return this.upstream.calls.map(keyOf);
  }

  /** Forgets the calls, but none of the responses. */
  reset(): void {
    this.upstream.reset();
    this.upstream.script(call => this.answer(call));
  }

  close(): Promise<void> {
    return this.upstream.close();
  }

  private answer(call: MockCall): Behaviour {
    const fields = call.body as Readonly<Record<string, unknown>>; // a test's own request
    const previous = fields.previous_response_id;
    const key = keyOf(call);
    if (typeof previous === 'string' && !this.known.has(`${key} ${previous}`)) {
      const message = `Previous response with id '${previous}' not found.`;
      const error = { message, type: 'invalid_request_error', param: 'previous_response_id' };
      return json({ error: { ...error, code: 'previous_response_not_found' } }, { status: 400 });
    }
    const id = `resp_${this.name}_${this.run}_${this.known.size}`;
    this.known.add(`${key} ${id}`);
    const response = {
      id,
      object: 'response',
      model: fields.model,
      status: 'completed',
      output: OUTPUT,
      usage: USAGE,
    };
    if (fields.stream !== true) return json(response);
    const begun = { ...response, status: 'in_progress', output: [], usage: null };
    const events = [
      { type: 'response.created', response: begun },
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'Well.' },
      { type: 'response.completed', response },
    ].map((event, index) => JSON.stringify({ ...event, sequence_number: index }));
    return sse(events, { terminator: null, eventNameOf: payload => (JSON.parse(payload) as { type: string }).type });
  }
}

const OUTPUT = [
  {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Well.', annotations: [] }],
  },
];
const USAGE = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };

function keyOf(call: MockCall): string {
  return String(call.headers.authorization).replace('Bearer ', '');
}

/** The id of a response in a body, whole or streamed. */
export function responseIdIn(answer: string): string {
  return /"id":"(resp_[^"]+)"/.exec(answer)?.[1] ?? '';
}
