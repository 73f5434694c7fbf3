import { Injectable } from '@nestjs/common';
import { EMAIL_CODE_LIFETIME_SECONDS } from '@contracts';
import { LOWER_HEX, randomText } from '@kernel';
import { SecretBox, UnitOfWork } from '@platform';
import { LessThan, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { VerificationCodeEntity } from './verification-code.entity';

/** The purposes of mailed codes, as stored. */
export const CodePurpose = { Verification: 'v', Reset: 'r' } as const;
export type CodePurposeValue = (typeof CodePurpose)[keyof typeof CodePurpose];

/** Characters of a code: the first is typed by people, the second travels in a link. */
const LENGTH_OF: Readonly<Record<CodePurposeValue, number>> = { v: 6, r: 32 };

/** Wrong attempts after which a code is invalid, even for a caller who then sends the right code. */
const ATTEMPTS_MAX = 5;

/** The address in lower case that a code was mailed to, and the purpose of the code. */
export interface CodeKey {
  readonly purpose: CodePurposeValue;
  readonly email: string;
}

/** A code that a caller sends for an address and a purpose. */
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

  /**
   * Issues a new code; an older one for the same purpose and address becomes invalid. @returns the only copy of the
   * code
   */
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
   * Checks whether a code is right, without using it up. A wrong code is counted permanently, even when the request
   * fails later. The attempt is counted before the check and given back afterwards, so parallel guesses gain no extra
   * attempt.
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

  /**
   * Uses a code up, in the unit of work of the action that it permits. @returns false when it is wrong, expired or
   * already used
   */
  async consume(manager: EntityManager, claim: CodeClaim): Promise<boolean> {
    const codeHash = this.hashOf(claim);
    const { affected } = await manager.delete(VerificationCodeEntity, { ...liveRowOf(claim), codeHash });
    return affected === 1;
  }

  /** Job: removes expired codes. */
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
