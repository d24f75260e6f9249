/** The versions that the workspaces pin; a test holds them against their package.json. */
export const SHARED_VERSIONS = {
  react: "19.3.1",
  "react-dom": "19.3.1",
  "react-dom/client": "19.3.1",
  "react/jsx-runtime": "19.3.1",
  zustand: "5.1.0",
  "@atrium/ui": "1.0.0",
  "@atrium/dnd": "1.0.0",
} as const;
