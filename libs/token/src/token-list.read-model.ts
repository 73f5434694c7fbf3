import { Injectable } from '@nestjs/common';
import { AccountKind, emptyAccount, Ledger } from '@billing';
import { PAGE_SIZE_MAX, TOKEN_KEY_PREFIX, type TokenSearch, type TokenView } from '@contracts';
import { type PageRequest } from '@platform';
import { toTokenView } from './token.mapper';
import { TokenStore, type TokenRow } from './token.store';

export interface TokenPage {
  readonly rows: readonly TokenView[];
  readonly total: number;
}

/** The rows of the token page, with their balances and whole keys, newest first. */
@Injectable()
export class TokenListReadModel {
  constructor(
    private readonly tokens: TokenStore,
    private readonly ledger: Ledger,
  ) {}

  async page(userId: number, page: PageRequest): Promise<TokenPage> {
    const [rows, total] = await Promise.all([this.tokens.listOwn(userId, page), this.tokens.countOwn(userId)]);
    return { rows: await this.views(rows), total };
  }

  /**
   * Finds tokens whose name contains the keyword and whose key contains the given part, at most 100. Keys are stored
   * sealed, so they are compared here; no user has more than a thousand.
   */
  async search(userId: number, { keyword = '', token = '' }: TokenSearch): Promise<TokenPage> {
    const name = keyword.trim().toLowerCase();
    const sent = token.trim();
    const piece = sent.startsWith(TOKEN_KEY_PREFIX) ? sent.slice(TOKEN_KEY_PREFIX.length) : sent;
    const found = (await this.tokens.listOwn(userId)).filter(
      row => row.name.toLowerCase().includes(name) && (piece === '' || this.tokens.keyOf(row).includes(piece)),
    );
    return { rows: await this.views(found.slice(0, PAGE_SIZE_MAX)), total: found.length };
  }

  async views(rows: readonly TokenRow[]): Promise<readonly TokenView[]> {
    const accounts = await this.ledger.balancesOf(
      AccountKind.Token,
      rows.map(row => row.id),
    );
    return rows.map(row => toTokenView(row, this.tokens.keyOf(row), accounts.get(row.id) ?? emptyAccount));
  }
}
