import { createMockUpstream, type MockUpstream } from '../../../apps/mock-upstream/src/index';
import { AccountKind, Ledger } from '@billing';
import { type LogEntry, type LogOther, type Page } from '@contracts';
import { unitsFromReceipt, type Receipt } from '@pricing';
import { type TestClient } from '../clients/client';
import { eventually } from '../eventually';
import { must } from '../clients/factories';
import { startTestApp, type TestApp, type TestAppOptions } from '../servers/test-app';

/** A server, an upstream behind one channel, and a user with money and a key. */
export interface RelayScene {
  readonly app: TestApp;
  readonly upstream: MockUpstream;
  readonly channelId: number;
  readonly owner: TestClient;
  readonly tokenId: number;
  /** The key with `sk-`. */
  readonly key: string;
  /** POSTs to a relay route with the key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The newest consumption rows of the owner, newest first; waits until there are `count` of them. */
  consumption(count: number): Promise<readonly LogEntry[]>;
  /** Resolves when no reservation of the owner is open: every call so far is billed or voided. */
  settled(): Promise<void>;
  /** Expects that every call so far is billed or voided, and that every account agrees with its movements. */
  expectEvenLedger(): Promise<void>;
  balance(): Promise<{ quota: number; used_quota: number; request_count: number }>;
  close(): Promise<void>;
}

const QUOTA = 10_000_000;

export async function startRelayScene(options: TestAppOptions = {}): Promise<RelayScene> {
  const upstream = await createMockUpstream();
  const app = await startTestApp(options);
  const channelId = await app.make.channel({ base_url: upstream.url });
  const owner = await app.make.signedIn({ quota: QUOTA });
  const token = await app.make.token(owner);
  const settled = async () => {
    const held = async () => (await app.nest.get(Ledger).balanceOf(AccountKind.User, owner.user?.id ?? 0)).held;
    await eventually(held, units => units === 0);
  };
  return {
    app,
    upstream,
    channelId,
    owner,
    tokenId: token.id,
    key: token.secret,
    post: (path, body, headers = {}) =>
      fetch(app.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token.secret}`, ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
    consumption: count =>
      eventually(
        () => consumptionRows(owner),
        rows => rows.length >= count,
      ),
    settled,
    expectEvenLedger: async () => {
      await settled();
      expect(await app.verifyLedger()).toMatchObject({ differenceUnits: 0 });
    },
    balance: () => must(owner.get<{ quota: number; used_quota: number; request_count: number }>('/api/user/self')),
    close: async () => {
      await app.close();
      await upstream.close();
    },
  };
}

async function consumptionRows(owner: TestClient): Promise<readonly LogEntry[]> {
  const page = await must(owner.get<Page<LogEntry>>('/api/log/self/?p=1&page_size=100&type=2'));
  return page.items;
}

/** The parsed `other` of a log row, with the receipt of the charge. */
export function otherOf(row: LogEntry): LogOther & { receipt: Receipt; usage_source?: string; problem?: string } {
  return JSON.parse(row.other) as LogOther & { receipt: Receipt };
}

/** The amount, calculated again from the receipt alone. */
export function recomputed(row: LogEntry): number {
  return unitsFromReceipt(otherOf(row).receipt);
}

export function chat(fields: Record<string, unknown> = {}) {
  return {
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: 'Say hello.' }],
    ...fields,
  };
}
