import { VerificationCodes } from '@auth';
import { UnitOfWork } from '@platform';
import { TestClient } from '../clients/client';
import { must } from '../clients/factories';
import { startMailServer, type MailServer } from '../fakes/mail-server';
import { startTestApp, type TestApp } from '../servers/test-app';

const MINUTE_MS = 60_000;

export interface Member {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly email: string;
}

let count = 0;

/** An address that was never used before. */
export function freshEmail(): string {
  return `person${++count}@example.org`;
}

/** A server whose mail comes to a real mail server beside it, with visitors from many addresses. */
class MailScene {
  constructor(
    readonly app: TestApp,
    readonly mail: MailServer,
  ) {}

  async close(): Promise<void> {
    await this.app.close();
    await this.mail.close();
  }

  /** A new browser, at a client address that no other visitor has. */
  visitor(headers: Readonly<Record<string, string>> = {}): TestClient {
    const address = `198.51.${Math.floor(++count / 250)}.${(count % 250) + 1}`;
    return new TestClient(this.app.url, { 'x-forwarded-for': address, ...headers });
  }

  /** Requests a code without being signed in, and reads it from the mail. */
  async codeFor(email: string): Promise<string> {
    await must(this.visitor().get(`/api/verification?email=${encodeURIComponent(email)}`));
    return /^[0-9a-f]{6}$/m.exec((await this.mail.waitFor(email.toLowerCase())).text)?.[0] ?? 'no code';
  }

  /**
   * Creates an account with a verified address; its code did not come by mail, so that nothing counts against the
   * mailbox.
   */
  async memberWithEmail(email = freshEmail()): Promise<Member> {
    const person = await this.app.make.user();
    const member = await this.visitor().signIn(person.username, person.password);
    const code = await this.app.nest.get(VerificationCodes).issue({ purpose: 'v', email });
    await must(member.get(`/api/oauth/email/bind?email=${encodeURIComponent(email)}&code=${code}`));
    return { ...person, email };
  }

  /** Ages every mailed code by a number of minutes. */
  async age(minutes: number): Promise<void> {
    const sql = `UPDATE verification_codes SET expires_at_ms = expires_at_ms - ${minutes * MINUTE_MS}`;
    await this.app.nest.get(UnitOfWork).run(manager => manager.query(sql));
  }
}

export { type MailScene };

export async function startMailScene(environment: Readonly<Record<string, string>> = {}): Promise<MailScene> {
  const app = await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1', ...environment } });
  const mail = await startMailServer();
  await mail.configure(app);
  return new MailScene(app, mail);
}

/** Gives a signed-in user an address, as if it had been verified. */
export async function giveEmail(app: TestApp, { user }: TestClient, email: string): Promise<void> {
  const statement = `UPDATE users SET email = '${email}' WHERE id = ${user?.id}`;
  await app.nest.get(UnitOfWork).run(manager => manager.query(statement));
}
