import { useEffect, useRef } from "react";
import {
  LoadingManager,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  AmbientLight,
  Box3,
  DirectionalLight,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { useBytes } from "../../flows/storage/use-object.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { Empty } from "../../../ui/states/empty.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import { extensionOf, nameOf } from "../paths.ts";
import type { PreviewProps } from "./preview.tsx";

/** A 3D model that rotates with the pointer. */
export const ModelPreview = ({ bucket, head }: PreviewProps) => {
  const { data, error } = useBytes(bucket, head, true);
  const canvas = useRef<HTMLCanvasElement>(null);
  const name = nameOf(head.key);
  const model = useCached({
    queryKey: ["model", bucket, head.key, head.etag],
    queryFn: () => loadModel(extensionOf(name), data!),
    enabled: data !== undefined,
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const loaded = model.data;
  useEffect(() => (loaded && canvas.current ? showModel(canvas.current, loaded) : undefined), [loaded]);
  const problem = error ?? model.error;
  if (problem)
    return (
      <Empty
        icon="file"
        title="No preview"
        text={`Can't display this model: ${problem.message} Download the file to view it.`}
      />
    );
  if (!data) return <Spinner />;
  return <canvas ref={canvas} role="img" aria-label={`${name}, 3D preview`} />;
};

/** Loads 3D models for the preview. */
const material = new MeshStandardMaterial({ color: 0x9aa893, roughness: 0.75, metalness: 0.05 });

/** Loads a 3D model. Throws an Error with the parser's message. */
const loadModel = async (extension: string, bytes: ArrayBuffer): Promise<Object3D> => {
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

/** Draws a model into a canvas, and redraws it when it is rotated or the canvas is resized. Returns the cleanup function. */
const showModel = (canvas: HTMLCanvasElement, model: Object3D): (() => void) => {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  const scene = new Scene();
  const light = new DirectionalLight(0xffffff, 2.4);
  light.position.set(1, 2, 3);
  scene.add(model, light, new AmbientLight(0xffffff, 1.1));

  const box = new Box3().setFromObject(model);
  const center = box.getCenter(new Vector3());
  const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-6);
  const camera = new PerspectiveCamera(45, 1, radius / 100, radius * 100);
  camera.position.copy(center).add(new Vector3(1, 0.7, 1.4).normalize().multiplyScalar(radius * 2.8));

  const controls = new OrbitControls(camera, canvas);
  controls.target.copy(center);
  const draw = () => renderer.render(scene, camera);
  const fit = () => {
    const { clientWidth, clientHeight } = canvas;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / Math.max(clientHeight, 1);
    camera.updateProjectionMatrix();
    draw();
  };
  controls.addEventListener("change", draw);
  controls.update();
  const observer = new ResizeObserver(fit);
  observer.observe(canvas);
  fit();
  return () => {
    observer.disconnect();
    controls.dispose();
    renderer.dispose();
  };
};
