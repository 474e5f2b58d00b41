/** Loads 3D models for the preview. */
import { LoadingManager, Mesh, MeshStandardMaterial, type Object3D } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";

const material = new MeshStandardMaterial({ color: 0x9aa893, roughness: 0.75, metalness: 0.05 });

/** Loads a 3D model. Throws an Error with the parser's message. */
export const loadModel = async (extension: string, bytes: ArrayBuffer): Promise<Object3D> => {
  if (extension === "stl") return new Mesh(new STLLoader().parse(bytes), material);
  if (extension === "obj") return withDefaultMaterial(new OBJLoader().parse(new TextDecoder().decode(bytes)));
  const manager = new LoadingManager();
  // Blocks external references: viewing a file must not fetch URLs inside it.
  manager.setURLModifier((url) => (/^(data|blob):/.test(url) ? url : "data:,"));
  const { scene } = await new GLTFLoader(manager).parseAsync(bytes, "");
  return scene;
};

const withDefaultMaterial = (model: Object3D): Object3D => {
  model.traverse((part) => {
    if (part instanceof Mesh) part.material = material;
  });
  return model;
};
