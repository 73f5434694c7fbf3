/** A rule by which calls are recorded; 0 and an empty text stand for any. */
export interface InspectRule {
  readonly id: number;
  readonly isOwn: boolean;
  readonly userId: number;
  readonly tokenId: number;
  readonly channelId: number;
  readonly modelName: string;
  readonly perMille: number;
  readonly onlyFailures: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly createdBy: string;
  readonly note: string;
}

/** What is known of a call before it is admitted. */
export interface CallSigns {
  readonly requestId: string;
  readonly userId: number;
  readonly tokenId: number;
  /** As the caller wrote it. */
  readonly model: string;
}

const ALL = 1000;

/** The rules that fit user and key of a call, and by whose share the call is chosen. */
export function fittingRules(rules: readonly InspectRule[], call: CallSigns, nowMs: number): readonly InspectRule[] {
  return rules.filter(
    rule =>
      rule.expiresAtMs > nowMs &&
      (rule.userId === 0 || rule.userId === call.userId) &&
      (rule.tokenId === 0 || rule.tokenId === call.tokenId) &&
      isSampled(rule, call.requestId),
  );
}

/** Whether a rule fits a model; a star at its end stands for any ending. */
export function fitsModel({ modelName }: InspectRule, model: string): boolean {
  if (modelName === '') return true;
  return modelName.endsWith('*') ? model.startsWith(modelName.slice(0, -1)) : model === modelName;
}

/** Chooses a share of the calls by their ids, so that all processes and a repeated look choose alike. */
export function isSampled({ id, perMille }: Pick<InspectRule, 'id' | 'perMille'>, requestId: string): boolean {
  return perMille >= ALL || hashOf(`${id}:${requestId}`) % ALL < perMille;
}

/** FNV-1a with a final mix, since neighbouring ids differ in their last characters only. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 15)) >>> 0;
}
