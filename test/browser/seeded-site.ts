import { DataSource } from 'typeorm';
import { join } from 'node:path';
import { createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { TestClient } from '../support/clients/client';
import { EpayGateway } from '../support/fakes/epay-gateway';
import { Factories, must } from '../support/clients/factories';
import { ServerProcess } from '../support/servers/server-process';
import { ROOT_PASSWORD } from '../support/scenes/served-scene';
import { believableAnswers } from './believable-answers';
import {
  CALLS,
  CHANNELS,
  CODES,
  LOST_MODEL,
  MANUFACTURERS,
  operatorTexts,
  PASSWORD,
  PRICE_RULES,
  PEOPLE,
  TOKENS,
  PLANS,
  TEAM,
} from './seeded-facts';
import { startNeighbour, type Neighbour } from './neighbour';
import { addAlerts, RECEIVERS } from './seeded-alerts';
import { addTasks } from './seeded-tasks';
import { spreadOverTime } from './spread-over-time';

/** The readers of the console. `ann` has used it for a while, `newcomer` has not done anything yet. */
export const READERS = ['guest', 'newcomer', 'ann', 'root'] as const;
export type Reader = (typeof READERS)[number];

/** The keys of the two users who call models. */
type Keys = Readonly<Record<'ann' | 'root', readonly string[]>>;

/** The built server with the data that an operator and the users leave behind in a few days. */
export class SeededSite {
  private constructor(
    readonly server: ServerProcess,
    private readonly upstream: MockUpstream,
    private readonly gateway: EpayGateway,
    /** Another site of the operator, which the console shows in frames. */
    readonly neighbour: Neighbour,
    readonly root: TestClient,
    private readonly make: Factories,
  ) {}

  /** An empty site; `seed` fills it. */
  static async start(): Promise<SeededSite> {
    const [upstream, gateway, neighbour, server] = await Promise.all([
      createMockUpstream(),
      EpayGateway.start(),
      startNeighbour(),
      ServerProcess.start({
        environment: {
          INITIAL_ROOT_PASSWORD: ROOT_PASSWORD,
          API_REQUESTS_PER_WINDOW: '1000000',
          CRITICAL_REQUESTS_PER_WINDOW: '1000000',
        },
      }),
    ]);
    const root = await new TestClient(server.url).signIn('root', ROOT_PASSWORD);
    return new SeededSite(server, upstream, gateway, neighbour, root, new Factories(server.url, root));
  }

  get url(): string {
    return this.server.url;
  }

  /** The name and password of a reader; null for guests. */
  accountOf(reader: Reader): { readonly username: string; readonly password: string } | null {
    if (reader === 'guest') return null;
    return { username: reader, password: reader === 'root' ? ROOT_PASSWORD : PASSWORD };
  }

  async seed(): Promise<void> {
    this.upstream.script(believableAnswers());
    this.upstream.onModel(
      LOST_MODEL,
      failure(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' }),
    );
    await this.configure();
    for (const person of PEOPLE) await this.addPerson(person);
    const ann = await new TestClient(this.url).signIn('ann', PASSWORD);
    await this.addChannels();
    const keys = await this.addTokens(ann);
    for (const code of CODES) await must(this.root.post('/api/redemption/', code));
    await this.payAndRedeem(ann);
    for (const receiver of RECEIVERS) await must(this.root.post('/api/alert/receiver', receiver));
    await this.record(ann);
    await this.addBudgets(ann);
    await this.addPlans(ann);
    await this.call(keys);
    await this.addTeam(ann);
    await must(this.root.post('/api/user/sign-in', {}));
    await this.age();
  }

  async dispose(): Promise<void> {
    await this.server.dispose();
    await Promise.all([this.upstream.close(), this.gateway.close(), this.neighbour.close()]);
  }

  private async configure(): Promise<void> {
    const options = {
      ...this.gateway.options(this.url),
      ...operatorTexts(this.neighbour.url),
      Manufacturers: MANUFACTURERS,
      PriceRules: PRICE_RULES,
      AutomaticDisableChannelEnabled: true,
      QuotaForInviter: 100_000,
      InspectorEnabled: true,
      InspectorOwnersMayRecord: true,
    };
    for (const [key, value] of Object.entries(options)) await this.make.option(key, value);
  }

  private async addPerson({ display, state, ...fields }: (typeof PEOPLE)[number]): Promise<void> {
    const { id, username } = await this.make.user({ password: PASSWORD, ...fields });
    await must(this.root.put('/api/user/', { id, username, display_name: display }));
    if (state) await must(this.root.post('/api/user/manage', { id, action: state }));
  }

  private async addChannels(): Promise<void> {
    for (const channel of CHANNELS) {
      const { isOff, ...fields } = channel;
      const id = await this.make.channel({ ...fields, base_url: this.upstream.url });
      if (isOff) await must(this.root.put('/api/channel/', { id, status: 2 }));
    }
  }

  /** Adds the keys of the operator and of Ann. @returns those of their keys that may call every model, with `sk-` */
  private async addTokens(ann: TestClient): Promise<Keys> {
    const keys = { ann: [] as string[], root: [] as string[] };
    for (const { isOff, ...fields } of TOKENS) {
      for (const [name, owner] of [
        ['ann', ann],
        ['root', this.root],
      ] as const) {
        const { id, secret } = await this.make.token(owner, fields);
        if (isOff) await must(owner.put('/api/token/?status_only=true', { id, status: 2 }));
        else if (!('model_limits' in fields)) keys[name].push(secret);
      }
    }
    return keys;
  }

  private async payAndRedeem(ann: TestClient): Promise<void> {
    for (const person of [ann, this.root]) {
      for (const amount of [20, 50]) await this.order(person, amount);
      const unpaid = await this.order(person, 10, false);
      if (!unpaid) throw new Error('no order was made');
      const [code = ''] = await must(
        this.root.post<string[]>('/api/redemption/', { name: 'Welcome gift', quota: 1_000_000, count: 1 }),
      );
      await must(person.post('/api/user/topup', { key: code }));
    }
  }

  private async addBudgets(ann: TestClient): Promise<void> {
    const budgets = [
      { scope: 'user', username: 'ann', quota: 10_000_000, window: 'month', time_zone: 'Europe/Berlin' },
      { scope: 'user', username: 'ann', quota: 500_000, window: 'day', is_rolling: true, is_hard: false },
      { scope: 'group', group: 'default', quota: 250_000_000, window: 'week', carries_over: true },
    ];
    for (const budget of budgets) await must(this.root.post('/api/budget/', budget));
    const [token] = await must(ann.get<{ id: number }[]>('/api/token/'));
    await must(ann.post('/api/budget/own', { owner_id: token?.id, quota: 5_000_000, window: 'once' }));
  }

  private async addPlans(ann: TestClient): Promise<void> {
    const ids: number[] = [];
    for (const plan of PLANS) ids.push((await must(this.root.post<{ id: number }>('/api/plan/', plan))).id);
    const [small, large] = ids;
    await must(ann.post('/api/plan/own', { plan_id: small, time_zone: 'Europe/Berlin' }));
    await must(this.root.post('/api/plan/subscriptions', { plan_id: small, username: 'root', periods: 3 }));
    await must(this.root.post('/api/plan/subscriptions', { plan_id: large, username: 'ben', periods: 1 }));
  }

  /** A team of Ann, with root as a manager in it, a shared key and its calls. */
  private async addTeam(ann: TestClient): Promise<void> {
    const { id } = await must(ann.post<{ id: number }>('/api/team/', { name: TEAM }));
    await must(ann.post(`/api/team/${id}/money`, { kind: 'deposit', quota: 2_000_000 }));
    const { code } = await must(ann.post<{ code: string }>(`/api/team/${id}/invitation`, { role: 2 }));
    await must(this.root.post('/api/team/join', { code }));
    await must(ann.post(`/api/team/${id}/invitation`, { role: 1, days: 14 }));
    const cap = { quota: 1_000_000, window: 'month' };
    await must(ann.put(`/api/team/${id}/member/${this.root.user?.id}`, { cap }));
    const key = { name: 'team-notebook', unlimited_quota: true, group: 'default', team_id: id, shared: true };
    await must(ann.post('/api/token/', { ...key, tags: 'project=apollo' }));
    const [shared] = await must(ann.get<{ key: string }[]>(`/api/team/${id}/key`));
    const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] };
    for (const tags of ['run=1', 'run=2,nightly']) {
      await fetch(`${this.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer sk-${shared?.key}`,
          'x-sluice-tags': tags,
        },
        body: JSON.stringify(body),
      });
    }
  }

  private async order(person: TestClient, amount: number, isPaid = true): Promise<string> {
    const answer = await person.post<Record<string, string>>('/api/user/pay', { amount, payment_method: 'zfb' });
    const form = answer.body.data ?? {};
    await fetch(String(answer.body.url), { method: 'POST', body: new URLSearchParams(form) });
    const tradeNo = form.out_trade_no ?? '';
    if (isPaid) await this.gateway.pay(tradeNo);
    return tradeNo;
  }

  /** Lets the calls of Ann be recorded, and failures of everybody. */
  private async record(ann: TestClient): Promise<void> {
    const rules = [
      { user_id: ann.user?.id, hours: 24, note: 'Ann asked why her answers are short.' },
      { only_failures: true, per_mille: 500, hours: 168 },
    ];
    for (const rule of rules) await must(this.root.post('/api/inspector/rule', rule));
  }

  /** Sends conversations of both users through the relay, and one that fails permanently. */
  private async call(keys: Keys): Promise<void> {
    for (const [index, model] of [...CALLS, LOST_MODEL].entries()) {
      const own = index % 2 === 0 ? keys.root : keys.ann;
      const key = own[Math.floor(index / 2) % own.length];
      const response = await fetch(`${this.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ model, stream: index % 3 > 0, messages: [{ role: 'user', content: 'Say hello.' }] }),
      });
      await response.text();
      if (response.ok !== (model !== LOST_MODEL)) throw new Error(`the call of ${model} answered ${response.status}`);
    }
  }

  /** Moves the rows of the last minute into the last days, which no interface can do. */
  private async age(): Promise<void> {
    const database = join(this.server.dataDir, 'sluice.db');
    const source = await new DataSource({ type: 'sqlite', database, busyTimeout: 5_000 }).initialize();
    try {
      await spreadOverTime(source);
      await addTasks(source);
      await addAlerts(source);
    } finally {
      await source.destroy();
    }
  }
}
