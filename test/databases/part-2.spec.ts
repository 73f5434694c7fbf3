import { describePart } from '../support/describe-specs';

describePart(2, 8);
