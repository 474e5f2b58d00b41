/** The same test with a kill in each phase, on the way there and back. */
import "../contract/running/move.test.ts";
