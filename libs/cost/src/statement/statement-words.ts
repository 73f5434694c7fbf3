import { type StatementChangeKind, type StatementLanguage } from '@contracts';

/** The words of a statement as PDF. */
export interface StatementWords {
  readonly title: string;
  readonly preliminary: string;
  readonly number: (number: number) => string;
  readonly issued: (day: string) => string;
  readonly of: (name: string, month: string) => string;
  readonly models: string;
  readonly keys: string;
  readonly members: string;
  readonly calls: string;
  readonly tokens: string;
  readonly amount: string;
  readonly total: string;
  readonly byPlans: string;
  readonly byTeams: string;
  readonly byWallet: string;
  readonly wallet: string;
  readonly begin: string;
  readonly end: string;
  readonly noBalance: string;
  readonly orders: string;
  readonly order: string;
  readonly paid: string;
  readonly net: string;
  readonly tax: string;
  readonly credited: string;
  readonly unnamed: string;
  readonly nothing: string;
  readonly page: (at: number, of: number) => string;
  readonly changes: Readonly<Record<StatementChangeKind, string>>;
}

const en: StatementWords = {
  title: 'Statement',
  preliminary: 'Preliminary statement',
  number: number => `Statement no. ${number}`,
  issued: day => `Issued on ${day}`,
  of: (name, month) => `Use of ${name} in ${month}`,
  models: 'Models',
  keys: 'Keys',
  members: 'Members',
  calls: 'Calls',
  tokens: 'Tokens',
  amount: 'Amount',
  total: 'Total',
  byPlans: 'of which plans paid',
  byTeams: 'of which teams paid',
  byWallet: 'of which the wallet paid',
  wallet: 'Wallet',
  begin: 'Balance at the beginning',
  end: 'Balance at the end',
  noBalance: 'Balances of this month were not kept.',
  orders: 'Payments',
  order: 'Order',
  paid: 'Paid on',
  net: 'Net',
  tax: 'Tax',
  credited: 'Credited',
  unnamed: 'Without a name',
  nothing: 'Nothing was used in this month.',
  page: (at, of) => `Page ${at} of ${of}`,
  changes: {
    order: 'Payments',
    order_return: 'Refunds and disputes',
    redeem: 'Redemption codes',
    grant: 'Credit at sign-up',
    check_in: 'Check-in',
    reward: 'Rewards',
    admin: 'Changes by administrators',
    import: 'Brought from another gateway',
    plan: 'Plans',
    team: 'Wallets of teams',
    calls: 'Calls',
    refund: 'Failed tasks, given back',
    other: 'Booked later',
  },
};

const zh: StatementWords = {
  title: '对账单',
  preliminary: '预览对账单',
  number: number => `对账单编号 ${number}`,
  issued: day => `开具日期 ${day}`,
  of: (name, month) => `${name} 在 ${month} 的用量`,
  models: '模型',
  keys: '令牌',
  members: '成员',
  calls: '调用次数',
  tokens: 'token 数',
  amount: '金额',
  total: '合计',
  byPlans: '其中由套餐支付',
  byTeams: '其中由团队支付',
  byWallet: '其中由钱包支付',
  wallet: '钱包',
  begin: '期初余额',
  end: '期末余额',
  noBalance: '未保存该月的余额。',
  orders: '付款',
  order: '订单',
  paid: '付款日期',
  net: '净额',
  tax: '税',
  credited: '到账',
  unnamed: '未命名',
  nothing: '该月没有用量。',
  page: (at, of) => `第 ${at} 页，共 ${of} 页`,
  changes: {
    order: '付款',
    order_return: '退款与争议',
    redeem: '兑换码',
    grant: '注册赠送',
    check_in: '签到',
    reward: '奖励',
    admin: '管理员调整',
    import: '从其他网关迁入',
    plan: '套餐',
    team: '团队钱包',
    calls: '调用',
    refund: '失败任务退还',
    other: '补记',
  },
};

export const statementWords: Readonly<Record<StatementLanguage, StatementWords>> = { en, zh };
