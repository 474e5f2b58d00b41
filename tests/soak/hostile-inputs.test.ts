/** The same tests with every value in every field. */
import "../contract/interface/hostile-inputs.test.ts";
