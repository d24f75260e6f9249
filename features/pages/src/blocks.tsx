import type { HelpBlock } from "@atrium/i18n";

/** The pieces of a help page, in order. */
export function Blocks({ body }: { body: readonly HelpBlock[] }) {
  return body.map((block, index) => <OneBlock key={index} block={block} />);
}

function OneBlock({ block }: { block: HelpBlock }) {
  if (typeof block === "string") return <p>{block}</p>;
  if ("heading" in block) return <h3>{block.heading}</h3>;
  if ("list" in block)
    return (
      <ul>
        {block.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  return (
    <dl className="help-keys">
      {block.keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
