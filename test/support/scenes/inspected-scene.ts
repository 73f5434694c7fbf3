import { type InspectedCall } from '@contracts';
import { type TestClient, type ClientAnswer } from '../clients/client';
import { must } from '../clients/factories';
import { eventually } from '../eventually';
import { chat, startRelayScene, type RelayScene } from './relay-scene';
import { type TestAppOptions } from '../servers/test-app';

/** A relay whose calls may be recorded. */
export interface InspectedScene extends RelayScene {
  ownerId: number;
  /** Makes a rule as root. */
  rule(fields?: Record<string, unknown>): Promise<void>;
  /** Ends every rule. */
  noRules(): Promise<void>;
  /** Asks for chat, and reads the whole answer. */
  ask(fields?: Record<string, unknown>): Promise<AskedCall>;
  /** The content of a call as root reads it; waits until it is there. */
  content(requestId: string): Promise<InspectedCall>;
  read(requestId: string, reader?: TestClient): Promise<ClientAnswer<InspectedCall>>;
  /** How many calls are kept. */
  count(): Promise<number>;
}

export interface AskedCall {
  readonly id: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function startInspectedScene(options: TestAppOptions = {}): Promise<InspectedScene> {
  const scene = await startRelayScene(options);
  const { app, owner } = scene;
  const { root } = app;
  await app.make.option('InspectorEnabled', true);
  const read = (requestId: string, reader: TestClient = root) =>
    reader.get<InspectedCall>(`/api/inspector/call/${requestId}`);
  return {
    ...scene,
    ownerId: owner.user?.id ?? 0,
    rule: fields => must(root.post('/api/inspector/rule', { hours: 1, ...fields })),
    noRules: async () => {
      const rules = await must(root.get<{ id: number }[]>('/api/inspector/rule'));
      for (const { id } of rules) await must(root.delete(`/api/inspector/rule/${id}`));
    },
    ask: async fields => askedOf(await scene.post('/v1/chat/completions', chat(fields))),
    read,
    content: async requestId => {
      const answer = await eventually(
        () => read(requestId),
        ({ status }) => status === 200,
      );
      return answer.body.data as InspectedCall;
    },
    count: async () => (await must(root.get<{ total: number }>('/api/inspector/store'))).total,
  };
}

export async function askedOf(response: Response): Promise<AskedCall> {
  const text = await response.text();
  return { id: response.headers.get('x-request-id') ?? '', status: response.status, headers: response.headers, text };
}
