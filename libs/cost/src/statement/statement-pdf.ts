import { type ReportSums, type Statement, type StatementLanguage } from '@contracts';
import { moneyText } from '../report/money-text';
import { PdfPage, type PdfColumn } from './pdf-page';
import { statementWords, type StatementWords } from './statement-words';

const USE: readonly PdfColumn[] = [
  { part: 0.46, align: 'left' },
  { part: 0.14, align: 'right' },
  { part: 0.18, align: 'right' },
  { part: 0.22, align: 'right' },
];
const WALLET: readonly PdfColumn[] = [
  { part: 0.7, align: 'left' },
  { part: 0.3, align: 'right' },
];
const ORDERS: readonly PdfColumn[] = [
  { part: 0.32, align: 'left' },
  { part: 0.13, align: 'left' },
  { part: 0.15, align: 'right' },
  { part: 0.11, align: 'right' },
  { part: 0.15, align: 'right' },
  { part: 0.14, align: 'right' },
];

interface PdfOptions {
  readonly language: StatementLanguage;
  /** Path of the font. */
  readonly font: string;
}

/** A statement as PDF, from the same data as the CSV file. Amounts are currency units of the site, as in the console. */
export async function statementPdf(statement: Statement, { language, font }: PdfOptions): Promise<Buffer> {
  const words = statementWords[language];
  const page = new PdfPage({
    font,
    title: titleOf(statement, words),
    author: statement.site_name,
    createdAt: new Date(statement.issued_time * 1000),
    pageText: words.page,
  });
  const sheet = new StatementSheet(page, statement, words);
  sheet.head();
  sheet.use();
  sheet.wallet();
  sheet.orders();
  return page.end();
}

function titleOf({ number }: Statement, words: StatementWords): string {
  return number === 0 ? words.preliminary : words.number(number);
}

/** The parts of a statement, one below the other. */
class StatementSheet {
  constructor(
    private readonly page: PdfPage,
    private readonly statement: Statement,
    private readonly words: StatementWords,
  ) {}

  head(): void {
    const { page, statement, words } = this;
    const { site_name: site, site_address: address, username, display_name: name, month } = statement;
    page.text(site, 'head');
    for (const line of address.split('\n')) if (line.trim() !== '') page.text(line.trim(), 'text', 'grey');
    page.space();
    page.text(titleOf(statement, words), 'title');
    const issued = new Date(statement.issued_time * 1000).toISOString().slice(0, 10);
    page.text(words.issued(issued), 'text', 'grey');
    page.space();
    page.text(words.of(username === '' || name === '' ? name || username : `${name} (${username})`, month));
  }

  /** By model, then by key or member, then who has paid. */
  use(): void {
    const { page, statement, words } = this;
    const { lines, parts, total, team_id: teamId } = statement;
    page.heading(words.models);
    if (lines.length === 0) page.text(words.nothing, 'text', 'grey');
    else {
      this.table(
        words.models,
        lines.map(line => ({ ...line, name: line.model })),
      );
      page.row(USE, [words.total, ...this.sums(total)], 'sum');
      this.payers();
    }
    if (parts.length === 0) return;
    const title = teamId > 0 ? words.members : words.keys;
    page.heading(title);
    this.table(title, parts);
  }

  wallet(): void {
    const { page, words } = this;
    const { balance } = this.statement;
    page.heading(words.wallet);
    if (!balance) {
      page.text(words.noBalance, 'text', 'grey');
      return;
    }
    page.row(WALLET, [words.begin, this.money(balance.begin)]);
    for (const { kind, quota } of balance.changes) page.row(WALLET, [words.changes[kind], this.money(quota)]);
    page.row(WALLET, [words.end, this.money(balance.end)], 'sum');
  }

  orders(): void {
    const { page, words } = this;
    const { orders, tax_name: taxName } = this.statement;
    if (orders.length === 0) return;
    page.heading(words.orders);
    page.row(ORDERS, [words.order, words.paid, words.net, taxName || words.tax, words.total, words.credited], 'head');
    for (const order of orders) {
      const paid = new Date(order.paid_time * 1000).toISOString().slice(0, 10);
      const amounts = [`${order.net} ${order.currency}`, order.tax, `${order.total} ${order.currency}`];
      page.row(ORDERS, [order.number, paid, ...amounts, this.money(order.quota)]);
    }
  }

  private table(title: string, rows: readonly (ReportSums & { readonly name: string })[]): void {
    const { page, words } = this;
    page.row(USE, [title, words.calls, words.tokens, words.amount], 'head');
    for (const row of rows) page.row(USE, [row.name === '' ? words.unnamed : row.name, ...this.sums(row)]);
  }

  private payers(): void {
    const { page, words } = this;
    const { total, paid_by_plans: plans, paid_by_teams: teams } = this.statement;
    if (plans === 0 && teams === 0) return;
    const row = (name: string, units: number) => page.row(USE, [name, '', '', this.money(units)]);
    if (plans !== 0) row(words.byPlans, plans);
    if (teams !== 0) row(words.byTeams, teams);
    row(words.byWallet, total.quota - plans - teams);
  }

  private sums({ count, token_used: tokens, quota }: ReportSums): readonly string[] {
    return [grouped(count), grouped(tokens), this.money(quota)];
  }

  private money(units: number): string {
    const text = moneyText(units, this.statement.quota_per_unit);
    return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
