import { Database } from '@platform';
import { must } from './factories';
import { type TestApp } from '../servers/test-app';

export const SELF = '/api/user/self';
export const USERS = '/api/user/';
export const MANAGE = '/api/user/manage';
export const INVALID = 'invalid parameter';
export const EXISTS = 'user name already exists or has been deactivated';
export const FORBIDDEN = 'not permitted: insufficient permission';
export const WRITE_DENIED = 'no permission to change the information of a user of the same or a higher level';

/** A row of the user table as administrators read it. */
export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly quota: number;
  readonly DeletedAt: string | null;
  readonly [field: string]: unknown;
}

export interface LogLine {
  readonly type: number;
  readonly content: string;
  readonly username: string;
}

export async function messageOf(call: Promise<{ body: { message?: string } }>): Promise<string | undefined> {
  return (await call).body.message;
}

/** Log rows of one user, oldest first. */
export function logsOf(app: TestApp, userId: number): Promise<LogLine[]> {
  return app.nest
    .get(Database)
    .read.query(`SELECT type, content, username FROM logs WHERE user_id = ${userId} ORDER BY id`);
}

export function wholeOf(app: TestApp, id: number): Promise<UserRow> {
  return must(app.root.get<UserRow>(`${USERS}${id}`));
}
