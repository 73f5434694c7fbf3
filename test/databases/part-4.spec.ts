import { describePart } from '../support/describe-specs';

describePart(4, 8);
