import { useState } from "react";
import { BuildFacts } from "./build-facts.jsx";
import { Garden } from "./garden.jsx";
import { greeting } from "./greeting.js";

export const App = () => {
  const [seed, setSeed] = useState(7);
  return (
    <main>
      <Garden seed={seed} />
      <section className="words">
        <p className="kicker">Vite + React</p>
        <h1>{greeting}</h1>
        <p className="lead">
          Freehold installed, built and published this page on your own server.
        </p>
        <button type="button" onClick={() => setSeed((last) => last + 1)}>
          Grow another garden
        </button>
        <BuildFacts build={__BUILD__} />
      </section>
    </main>
  );
};
