import { chainOf } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type ReceivedCall } from '../call/received-call';
import { Admission } from './admit';

const NO_MODELS: readonly string[] = [];

/** Finds out which models a call may be served by: its alias resolved, then the chain that stands in for the model. */
@Injectable()
export class ModelNames {
  constructor(
    private readonly options: Options,
    private readonly admission: Admission,
  ) {}

  /** The call under its model's own name; the same object where it was not asked for by an alias. */
  resolved(received: ReceivedCall): ReceivedCall {
    const { call } = received;
    const model = this.options.current.ModelAliases[call.model]; // without inherited members
    if (model === undefined) return received;
    return { ...received, call: { ...call, model, alias: call.model }, askedModel: call.model };
  }

  /**
   * The models that stand in for that of a call when nobody can serve it; a call for a certain channel has none.
   *
   * @throws AppError RELAY_GROUP_*
   */
  standInsFor({ caller, call }: ReceivedCall): readonly string[] {
    const { ModelChains } = this.options.current;
    if (caller.channelId !== null || Object.keys(ModelChains).length === 0) return NO_MODELS;
    return chainOf(ModelChains, this.admission.groupsFor(caller), call.model);
  }

  /** The call for a model that stands in for the one that was asked for. */
  standIn(received: ReceivedCall, model: string): ReceivedCall {
    const { call, askedModel } = received;
    return { ...received, call: { ...call, model, alias: null }, askedModel: askedModel ?? call.model };
  }
}
