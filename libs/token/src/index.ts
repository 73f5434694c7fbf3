export { withTags } from './tags';
export { type ApiCaller, rateHeadersOf } from './api-caller';
export { TokenGate, type TokenOutlook } from './token-gate';
export { ExpiryReminder } from './expiry-reminder';
export { TokenUses } from './token-uses';
export { TokenModule, tokenEntities } from './token.module';
