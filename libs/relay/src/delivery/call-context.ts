import { type AnswerContext, type ChatCall, type JsonObject, type PromptSize } from '@formats';
import { ALPHANUMERIC, randomText } from '@kernel';
import { type RelayCall } from '../call/relay-call';

/** Length of the part behind the prefix of a generated id. */
const ID_LENGTH = 24;

function newId(prefix: string): string {
  return prefix + randomText(ID_LENGTH, ALPHANUMERIC);
}

/** What the writers of answers may ask of a call; most answers pass unchanged and ask nothing. */
export class CallContext implements AnswerContext {
  readonly createdAtSeconds = Math.floor(Date.now() / 1000);
  readonly newId = newId;

  constructor(
    private readonly relayCall: RelayCall,
    private readonly prompt: PromptSize,
  ) {}

  get estimatedPromptTokens(): number {
    return this.prompt.tokens;
  }

  get model(): string {
    return this.relayCall.model;
  }

  get call(): ChatCall {
    return this.relayCall.chat();
  }

  get parsed(): JsonObject {
    return this.relayCall.parsed;
  }

  get wantsUsage(): boolean {
    return this.relayCall.wantsUsage;
  }
}
