import { AccountKind, Ledger } from '@billing';
import { LogType, type LogEntry, type Page, type SignInDates, type SignInResult } from '@contracts';
import { systemRandom } from '@kernel';
import { UnitOfWork } from '@platform';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const SIGN_IN = '/api/user/sign-in';
const DATES = '/api/user/sign-in-dates';
const DONE = 'already signed in today';

/** Noon in Shanghai, the default time zone, of a day that no test reaches by itself. */
function noonOf(day: string): number {
  return Date.parse(`${day}T04:00:00Z`);
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.closeWithEvenLedger());

function setClock(timeMs: number): void {
  void jest.spyOn(Date, 'now').mockReturnValue(timeMs);
}

function checkIn(client: TestClient) {
  return client.post<SignInResult>(SIGN_IN);
}

function dates(client: TestClient, query = ''): Promise<SignInDates> {
  return must(client.get<SignInDates>(DATES + query));
}

async function quotaOf(client: TestClient): Promise<number> {
  return (await must(client.get<{ quota: number }>('/api/user/self'))).quota;
}

function execute(sql: string) {
  return app.nest.get(UnitOfWork).run(manager => manager.query(sql));
}

/** A user who signs in under a clock that stands at a given time. */
async function personAt(timeMs: number): Promise<TestClient> {
  const { username, password } = await app.make.user();
  setClock(timeMs);
  return new TestClient(app.url).signIn(username, password);
}

describe('checking in', () => {
  it('gives the reward, returns it, and writes one row with the address', async () => {
    jest.spyOn(systemRandom, 'integer').mockReturnValue(15_000);
    const person = await app.make.signedIn();
    const answer = await checkIn(person);
    const { today } = (await dates(person)).status;
    expect(answer.body).toEqual({
      success: true,
      message: 'check-in succeeded',
      data: { quota_awarded: 20_000, sign_in_date: today, streak: 1 },
    });
    expect(await quotaOf(person)).toBe(20_000);
    const log = await must(person.get<Page<LogEntry>>('/api/log/self/?type=99'));
    expect(log.items).toEqual([
      expect.objectContaining({
        type: LogType.Reward,
        content: 'daily check-in reward $0.040000 quota, day 1 in a row',
        username: person.user?.username,
        client_ip: '127.0.0.1',
      }),
    ]);
  });

  it('responds in the language of the caller', async () => {
    const person = await app.make.signedIn();
    expect((await person.post(SIGN_IN, undefined, { 'accept-language': 'zh-CN' })).body.message).toBe('签到成功');
  });

  it('draws between the two limits', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => app.make.signedIn()));
    for (const person of people) {
      const { quota_awarded: reward } = await must(checkIn(person));
      expect(reward).toBeGreaterThanOrEqual(5_000);
      expect(reward).toBeLessThanOrEqual(100_000);
      expect(await quotaOf(person)).toBe(reward);
    }
  });

  it('is refused the second time on one day, and gives nothing', async () => {
    const person = await app.make.signedIn();
    const { quota_awarded: reward } = await must(checkIn(person));
    expect((await checkIn(person)).body).toEqual({ success: false, message: DONE });
    expect(await quotaOf(person)).toBe(reward);
    expect((await must(person.get<Page<LogEntry>>('/api/log/self/?type=99'))).total).toBe(1);
  });

  it('gives one reward to a user who checks in six times at once', async () => {
    const person = await app.make.signedIn();
    const answers = await Promise.all(Array.from({ length: 6 }, () => checkIn(person)));
    const won = answers.filter(({ body }) => body.success);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message === DONE)).toHaveLength(5);
    expect(await quotaOf(person)).toBe(won[0]?.body.data?.quota_awarded);
  });

  it('may be tried six times a minute', async () => {
    const person = await app.make.signedIn();
    for (let attempt = 0; attempt < 6; attempt += 1) expect((await checkIn(person)).status).toBe(200);
    const seventh = await checkIn(person);
    expect(seventh.status).toBe(429);
    expect(Number(seventh.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('requires a session: a script with an access token may read the days, but not check in', async () => {
    const person = await app.make.signedIn();
    const token = await must(person.get<string>('/api/user/token'));
    const script = new TestClient(app.url, { authorization: token, 'new-api-user': String(person.user?.id) });
    expect((await checkIn(script)).body).toEqual({
      success: false,
      message: 'this needs a signed-in session, not an access token',
    });
    expect((await dates(script)).sign_in_dates).toEqual([]);
    await must(checkIn(person));
  });

  it('stores no part of a check-in that fails', async () => {
    const person = await app.make.signedIn();
    const id = person.user?.id ?? 0;
    await execute(`DELETE FROM accounts WHERE kind = ${AccountKind.User} AND owner_id = ${id}`);
    expect((await checkIn(person)).body).toEqual({
      success: false,
      message: 'check-in failed, please try later',
    });
    expect((await dates(person)).status.can_sign_in_today).toBe(true);
    await app.nest.get(UnitOfWork).run(manager => app.nest.get(Ledger).open(manager, AccountKind.User, id));
    await must(checkIn(person));
  });
});

describe('the options of the check-in', () => {
  const save = async (MinQuota: number, MaxQuota: number, BonusPerDay = 100): Promise<void> => {
    for (const [key, value] of Object.entries({ MinQuota, MaxQuota, BonusPerDay })) await app.make.option(key, value);
  };
  afterEach(async () => {
    jest.restoreAllMocks(); // the session that saves the options ends long before the days of these tests
    await save(5_000, 100_000);
  });

  it('close it when there is nothing to give', async () => {
    const person = await app.make.signedIn();
    await save(0, 0);
    expect((await checkIn(person)).body).toEqual({ success: false, message: 'check-in is not enabled' });
    expect((await dates(person)).status.can_sign_in_today).toBe(false);
    await save(0, 1);
    expect((await dates(person)).status.can_sign_in_today).toBe(true);
    expect((await must(checkIn(person))).quota_awarded).toBeLessThanOrEqual(1);
  });

  it('may have their limits the wrong way round', async () => {
    await save(300, 200);
    const { quota_awarded: reward } = await must(checkIn(await app.make.signedIn()));
    expect(reward).toBeGreaterThanOrEqual(200);
    expect(reward).toBeLessThanOrEqual(300);
  });

  it('count the day even when chance gives nothing', async () => {
    await save(0, 10);
    jest.spyOn(systemRandom, 'integer').mockReturnValue(0);
    const person = await app.make.signedIn();
    expect(await must(checkIn(person))).toMatchObject({ quota_awarded: 0, streak: 1 });
    expect((await checkIn(person)).body.message).toBe(DONE);
    expect(await quotaOf(person)).toBe(0);
  });

  it('add the bonus of the days, up to the upper limit', async () => {
    await save(100, 250, 90);
    jest.spyOn(systemRandom, 'integer').mockReturnValue(20);
    const person = await personAt(noonOf('2031-05-10'));
    const rewards: number[] = [];
    for (const day of ['2031-05-10', '2031-05-11', '2031-05-12']) {
      setClock(noonOf(day));
      rewards.push((await must(checkIn(person))).quota_awarded);
    }
    expect(rewards).toEqual([120, 210, 250]);
    expect(await quotaOf(person)).toBe(580);
    const log = await must(person.get<Page<LogEntry>>('/api/log/self/?type=99'));
    expect(log.items.map(item => item.content.split(', ')[1])).toEqual(
      expect.arrayContaining(['day 1 in a row', 'day 2 in a row', 'day 3 in a row']),
    );
  });
});

describe('the days of the check-in', () => {
  /** The streaks of a user who checks in at these moments; a refusal counts as 0. */
  async function streaks(moments: readonly number[]): Promise<readonly number[]> {
    const person = await personAt(moments[0] ?? 0);
    const found: number[] = [];
    for (const moment of moments) {
      setClock(moment);
      found.push((await checkIn(person)).body.data?.streak ?? 0);
    }
    return found;
  }

  it.each([
    ['a leap February', ['2032-02-28', '2032-02-29', '2032-03-01']],
    ['a year', ['2031-12-31', '2032-01-01']],
  ])('follow one another over the end of %s', async (_what, days) => {
    expect(await streaks(days.map(noonOf))).toEqual(days.map((_day, at) => at + 1));
  });

  it('begin again after a missed one', async () => {
    expect(await streaks(['2031-04-01', '2031-04-02', '2031-04-04', '2031-04-05'].map(noonOf))).toEqual([1, 2, 1, 2]);
  });

  it('change at midnight of the configured zone', async () => {
    const before = Date.parse('2031-03-31T15:59:59.999Z');
    expect(await streaks([before - 1000, before, before + 1])).toEqual([1, 0, 2]);
  });

  it('give nothing twice when the clock goes back', async () => {
    const moments = ['2031-06-02', '2031-06-01', '2031-06-02', '2031-06-03'].map(noonOf);
    expect(await streaks(moments)).toEqual([1, 0, 0, 2]);
  });

  it('are closed for one that the clock went back to', async () => {
    const person = await personAt(noonOf('2031-06-02'));
    await must(checkIn(person));
    setClock(noonOf('2031-06-01'));
    expect((await dates(person)).status).toEqual({ can_sign_in_today: false, today: '2031-06-01' });
  });

  it('follow another zone where another one is configured', async () => {
    const newYork = await startTestApp({ environment: { TZ: 'America/New_York' } });
    try {
      const { username, password } = await newYork.make.user();
      setClock(Date.parse('2031-01-01T04:59:59Z'));
      const person = await new TestClient(newYork.url).signIn(username, password);
      expect((await must(checkIn(person))).sign_in_date).toBe('2030-12-31');
      setClock(Date.parse('2031-01-01T05:00:00Z'));
      expect(await must(checkIn(person))).toMatchObject({ sign_in_date: '2031-01-01', streak: 2 });
    } finally {
      jest.restoreAllMocks();
      await newYork.close();
    }
  });
});

describe('the calendar', () => {
  async function personWith(days: readonly string[], timeMs: number): Promise<TestClient> {
    const person = await personAt(timeMs);
    for (const day of days) {
      await execute(
        `INSERT INTO check_ins (user_id, sign_date, quota_awarded, streak, created_at_ms)
         VALUES (${person.user?.id}, '${day}', 0, 1, 0)`,
      );
    }
    return person;
  }

  it('shows the days of the last 366, ascending, and whether today is open', async () => {
    const days = ['2031-03-31', '2030-04-02', '2030-04-01', '2029-12-24', '2030-12-31'];
    const person = await personWith(days, noonOf('2031-04-02'));
    expect(await dates(person)).toEqual({
      sign_in_dates: ['2030-04-02', '2030-12-31', '2031-03-31'],
      status: { can_sign_in_today: true, today: '2031-04-02' },
    });
    await must(checkIn(person));
    expect(await dates(person)).toEqual({
      sign_in_dates: ['2030-04-02', '2030-12-31', '2031-03-31', '2031-04-02'],
      status: { can_sign_in_today: false, today: '2031-04-02' },
    });
  });

  it('shows one month, also one long ago', async () => {
    const days = ['2029-02-28', '2029-03-01', '2029-03-31', '2029-04-01', '2031-03-31'];
    const person = await personWith(days, noonOf('2031-04-02'));
    const inMonth = async (month: string) => (await dates(person, `?month=${month}`)).sign_in_dates;
    expect(await inMonth('2029-03')).toEqual(['2029-03-01', '2029-03-31']);
    expect(await inMonth('2029-02')).toEqual(['2029-02-28']);
    expect(await inMonth('2029-05')).toEqual([]);
    expect((await dates(person, '?month=2029-03')).status).toEqual({ can_sign_in_today: true, today: '2031-04-02' });
  });

  it.each(['2029', '2029-13', '2029-00', '2029-3', '29-03', '2029-03-01', '%25', ''])(
    'refuses the month %j',
    async month => {
      const answer = await app.user.get(`${DATES}?month=${month}`);
      expect(answer.body).toEqual({ success: false, message: 'invalid parameter' });
    },
  );

  it('does not show users the days of others', async () => {
    const [person, other] = [await app.make.signedIn(), await app.make.signedIn()];
    await must(checkIn(person));
    expect(await dates(other)).toMatchObject({ sign_in_dates: [], status: { can_sign_in_today: true } });
  });
});
