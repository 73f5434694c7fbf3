import { describePart } from '../support/describe-specs';

describePart(1, 8);
