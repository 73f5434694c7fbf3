import { insertStatement, type BatchStatement, type DatabaseDialect, type RowSetShape, type RowValue } from '@platform';

/** The reason for a movement of money. */
export type MovementKind =
  | 'consume'
  | 'refund'
  | 'grant'
  | 'redeem'
  | 'order'
  | 'order-return'
  | 'check-in'
  | 'reward'
  | 'transfer'
  | 'plan'
  | 'admin'
  | 'token-limit'
  | 'log-closing'
  | 'closing'
  | 'import'
  | 'team';

/** One immutable entry of the ledger: what one source event did to the accounts it touched. Amounts are signed units. */
export interface Movement {
  /** Natural key of the event, for example `request:ID:settle`, `code:17`, `order:USR7NO…`; at most one entry each. */
  readonly sourceId: string;
  readonly kind: MovementKind;
  readonly userId?: number;
  readonly tokenId?: number;
  readonly channelId?: number;
  /** Change of the user's balance. */
  readonly userAmount?: number;
  /** Change of the token's balance. */
  readonly tokenAmount?: number;
  /** Change of the user's untransferred invitation rewards. */
  readonly affiliateAmount?: number;
  /** The team whose wallet the movement changes. */
  readonly teamId?: number;
  readonly teamAmount?: number;
  /** Change of the used counters of user, team, token and channel. */
  readonly usedAmount?: number;
  readonly requestCount?: number;
}

export const MOVEMENT_SHAPE: RowSetShape = {
  source_id: 'text',
  kind: 'text',
  user_id: 'integer',
  token_id: 'integer',
  channel_id: 'integer',
  user_amount: 'integer',
  token_amount: 'integer',
  affiliate_amount: 'integer',
  used_amount: 'integer',
  request_count: 'integer',
  created_at_ms: 'integer',
  team_id: 'integer',
  team_amount: 'integer',
};

/** The statements throw a unique violation when one of the source events was booked before. */
export function movementStatements(
  dialect: DatabaseDialect,
  movements: readonly Movement[],
  nowMs: number,
): readonly BatchStatement[] {
  return insertStatement(
    dialect,
    'movements',
    MOVEMENT_SHAPE,
    movements.map(movement => movementRow(movement, nowMs)),
  );
}

/** In the order of {@link MOVEMENT_SHAPE}. */
export function movementRow(movement: Movement, nowMs: number): readonly RowValue[] {
  return [
    movement.sourceId,
    movement.kind,
    movement.userId ?? 0,
    movement.tokenId ?? 0,
    movement.channelId ?? 0,
    movement.userAmount ?? 0,
    movement.tokenAmount ?? 0,
    movement.affiliateAmount ?? 0,
    movement.usedAmount ?? 0,
    movement.requestCount ?? 0,
    nowMs,
    movement.teamId ?? 0,
    movement.teamAmount ?? 0,
  ];
}
