export { AccountKind, type AccountState, emptyAccount } from './account';
export { AccountEntity } from './account.entity';
export {
  type AllowanceCharge,
  closeAllowanceCharges,
  expireAllowance,
  openAllowance,
  refundAllowances,
} from './allowance-accounts';
export {
  type BudgetCharge,
  carryOver,
  changeBudget,
  closeBudgetCharges,
  openBudgetAccount,
  refundBudgets,
  removeBudgetAccounts,
  setBudgetHard,
} from './budget-accounts';
export { planUnitsOf } from './allowance-share';
export { BillingModule } from './billing.module';
export { ChargeJournal } from './charge-journal';
export { ClosingMovements } from './closed-charges';
export { compactMovements, countCompactable } from './compact-movements';
export { ExpireReservations } from './expire-reservations';
export { Ledger } from './ledger';
export { LedgerRefusal } from './ledger-refusal';
export type { AllowancePart, BudgetPart, ReservationRecord } from './ledger-operation';
export { NodeIdentity } from './node-identity';
export { NodeEntity } from './node.entity';
export { bookOpenings, openedSums, type Opening } from './openings';
export { Reservation } from './reservation';
export type { StoredReservation } from './stored-reservations';
export { type LedgerReport, verifyLedger } from './verify-ledger';
