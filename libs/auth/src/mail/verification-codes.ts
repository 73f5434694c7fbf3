import { Injectable } from '@nestjs/common';
import { EMAIL_CODE_LIFETIME_SECONDS } from '@contracts';
import { LOWER_HEX, randomText } from '@kernel';
import { SecretBox, UnitOfWork } from '@platform';
import { LessThan, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { VerificationCodeEntity } from './verification-code.entity';

/** What a mailed code is good for, as stored. */
export const CodePurpose = { Verification: 'v', Reset: 'r' } as const;
export type CodePurposeValue = (typeof CodePurpose)[keyof typeof CodePurpose];

/** Characters of a code: the first is typed by people, the second travels in a link. */
const LENGTH_OF: Readonly<Record<CodePurposeValue, number>> = { v: 6, r: 32 };

/** Wrong tries after which a code is worth nothing, also for who knows it. */
const ATTEMPTS_MAX = 5;

/** An address in lower case, and what for. */
export interface CodeKey {
  readonly purpose: CodePurposeValue;
  readonly email: string;
}

/** Somebody says that this code was mailed to that address. */
export interface CodeClaim extends CodeKey {
  readonly code: string;
}

/** Codes sent by mail: hashed, single use, ten minutes, five tries; shared by all nodes. */
@Injectable()
export class VerificationCodes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: SecretBox,
  ) {}

  /** A new code; the older one for this purpose and address is void. @returns the only copy there will ever be */
  async issue(key: CodeKey): Promise<string> {
    const code = randomText(LENGTH_OF[key.purpose], LOWER_HEX);
    const row: VerificationCodeEntity = {
      ...columnsOf(key),
      codeHash: this.hashOf({ ...key, code }),
      attempts: 0,
      expiresAtMs: Date.now() + EMAIL_CODE_LIFETIME_SECONDS * 1000,
    };
    await this.unitOfWork.run(manager => manager.upsert(VerificationCodeEntity, row, ['purpose', 'codeKey']));
    return code;
  }

  /**
   * Looks whether a code is the right one, without using it up. A wrong one is counted for good, whatever becomes of the
   * request. The try is taken before the look and given back afterwards, so parallel guesses get no look more.
   */
  fits(claim: CodeClaim): Promise<boolean> {
    return this.unitOfWork.run(async manager => {
      const taken = await manager.update(VerificationCodeEntity, liveRowOf(claim), {
        attempts: () => 'attempts + 1',
      });
      if (taken.affected !== 1) return false;
      const givenBack = await manager.update(
        VerificationCodeEntity,
        { ...columnsOf(claim), codeHash: this.hashOf(claim) },
        { attempts: () => 'attempts - 1' },
      );
      return givenBack.affected === 1;
    });
  }

  /** Uses a code up, in the same unit as what it permits. @returns false when it is wrong, expired or was used meanwhile */
  async consume(manager: EntityManager, claim: CodeClaim): Promise<boolean> {
    const codeHash = this.hashOf(claim);
    const { affected } = await manager.delete(VerificationCodeEntity, { ...liveRowOf(claim), codeHash });
    return affected === 1;
  }

  /** Job: codes nobody can use any more. */
  async removeExpired(): Promise<void> {
    const expired = { expiresAtMs: LessThanOrEqual(Date.now()) };
    await this.unitOfWork.run(manager => manager.delete(VerificationCodeEntity, expired));
  }

  private hashOf({ purpose, email, code }: CodeClaim): string {
    return this.secrets.hash('mail-code', `${purpose}:${email}:${code}`);
  }
}

function columnsOf({ purpose, email }: CodeKey) {
  return { purpose, codeKey: email };
}

function liveRowOf(key: CodeKey) {
  return {
    ...columnsOf(key),
    attempts: LessThan(ATTEMPTS_MAX),
    expiresAtMs: MoreThan(Date.now()),
  };
}
