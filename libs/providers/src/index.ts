export * from './spec/account';
export * from './spec/provider-adapter';
export * from './spec/upstream';
export { ADAPTERS, adapterFor } from './registry';
export { type GeneratedText, GeneratedTextCollector, generatedTextOf } from './toolkit/generated-text';
export { isRetryableStatus } from './toolkit/read-failure';
export { maskSecrets } from './toolkit/mask-secrets';
export { type UsageReading, findUsage, readOpenAiUsage, usageOrNull } from './toolkit/openai-usage';
export { type BodyChange, spliceJson } from './toolkit/splice-json';
