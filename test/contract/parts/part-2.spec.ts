import { describePart } from './describe-contract';

describePart(2);
