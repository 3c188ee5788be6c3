import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Changes class files in the jars of a folder of the distribution so that the JVM can cache them
 * and the classes that they make at run time: {@code PrepareClasses.java FOLDER}. Programs stay the
 * same. {@code docs/decisions/0064-start-times.md} says how much time that saves.
 *
 * <ul>
 *   <li>The JVM caches no class of a version below 50: such classes get stack map frames and a
 *       newer version.
 *   <li>The first run of a {@code switch} over types, and of the {@code equals} and {@code
 *       hashCode} of a record, makes classes, which the JVM does not cache: the call site becomes a
 *       method that tests one type, or takes one component, after the other.
 * </ul>
 */
final class PrepareClasses {

  private static final int OLDEST_CACHED = ClassFile.JAVA_6_VERSION;

  private final ClassFile files;

  private PrepareClasses(ClassLoader jars) {
    files =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(jars)));
  }

  /**
   * @param args the folder of the jars
   */
  public static void main(String[] args) throws IOException {
    List<Path> jars;
    try (Stream<Path> found = Files.list(Path.of(args[0]))) {
      jars = found.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    URL[] urls = jars.stream().map(PrepareClasses::url).toArray(URL[]::new);
    try (var loader = new URLClassLoader(urls)) {
      var classes = new PrepareClasses(loader);
      for (Path jar : jars) {
        classes.prepare(jar);
      }
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves a jar as it is where none of its classes changes. */
  private void prepare(Path jar) throws IOException {
    Path prepared = jar.resolveSibling(jar.getFileName() + ".part");
    FileTime time = Files.getLastModifiedTime(jar);
    boolean changed = false;
    try (var from = new ZipFile(jar.toFile());
        var to = new ZipOutputStream(Files.newOutputStream(prepared))) {
      for (Enumeration<? extends ZipEntry> all = from.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        byte[] before = bytes(from, entry);
        byte[] after = entry.getName().endsWith(".class") ? prepared(before) : before;
        changed |= after != before;
        var copy = new ZipEntry(entry.getName());
        copy.setTime(entry.getTime());
        to.putNextEntry(copy);
        to.write(after);
        to.closeEntry();
      }
    }
    if (changed) {
      Files.setLastModifiedTime(prepared, time);
      Files.move(prepared, jar, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.delete(prepared);
    }
  }

  private static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private byte[] prepared(byte[] bytes) {
    ClassModel model = files.parse(bytes);
    if (model.majorVersion() < OLDEST_CACHED) {
      return withFrames(model);
    }
    var sites = new CallSites(model);
    byte[] replaced = files.transformClass(model, sites.transform());
    return sites.isEmpty() ? bytes : replaced;
  }

  /** Builds the code of all methods anew, which gives it frames. */
  private byte[] withFrames(ClassModel model) {
    ClassTransform code =
        ClassTransform.transformingMethodBodies((to, element) -> to.with(element));
    return files.transformClass(
        model,
        code.andThen(
            (to, element) ->
                to.with(
                    element instanceof ClassFileVersion
                        ? ClassFileVersion.of(ClassFile.JAVA_8_VERSION, 0)
                        : element)));
  }

  /** The call sites of a class that become methods. */
  private static final class CallSites {

    private record Replaced(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {}

    private final List<Replaced> replaced = new ArrayList<>();
    private final ClassModel owner;

    CallSites(ClassModel owner) {
      this.owner = owner;
    }

    boolean isEmpty() {
      return replaced.isEmpty();
    }

    ClassTransform transform() {
      return ClassTransform.transformingMethodBodies(
              (to, element) -> {
                Optional<Consumer<CodeBuilder>> body =
                    element instanceof InvokeDynamicInstruction site
                        ? body(site)
                        : Optional.empty();
                if (body.isPresent()) {
                  call(to, (InvokeDynamicInstruction) element, body.get());
                } else {
                  to.with(element);
                }
              })
          .andThen(
              ClassTransform.endHandler(
                  to ->
                      replaced.forEach(
                          one ->
                              to.withMethodBody(
                                  one.name,
                                  one.type,
                                  ClassFile.ACC_PRIVATE
                                      | ClassFile.ACC_STATIC
                                      | ClassFile.ACC_SYNTHETIC,
                                  one.body::accept))));
    }

    /**
     * The code in the place of a site that is replaced; switches with constants among their labels
     * stay.
     */
    private static Optional<Consumer<CodeBuilder>> body(InvokeDynamicInstruction site) {
      String bootstrap = site.bootstrapMethod().owner().displayName();
      List<ConstantDesc> args = site.bootstrapArgs();
      if (bootstrap.equals("SwitchBootstraps")
          && site.bootstrapMethod().methodName().equals("typeSwitch")
          && args.stream().allMatch(ClassDesc.class::isInstance)) {
        List<ClassDesc> labels = args.stream().map(ClassDesc.class::cast).toList();
        return Optional.of(code -> tests(code, labels));
      }
      if (!bootstrap.equals("ObjectMethods")) {
        return Optional.empty();
      }
      var type = (ClassDesc) args.getFirst();
      List<DirectMethodHandleDesc> components = // behind the class and the components' names
          args.stream().skip(2).map(DirectMethodHandleDesc.class::cast).toList();
      return switch (site.name().stringValue()) {
        case "hashCode" -> Optional.of(code -> hashCode(code, type, components));
        case "equals" -> Optional.of(code -> equals(code, type, components));
        default -> Optional.empty();
      };
    }

    private void call(CodeBuilder to, InvokeDynamicInstruction site, Consumer<CodeBuilder> body) {
      String name = "$" + site.name().stringValue() + replaced.size();
      var one = new Replaced(name, site.typeSymbol(), body);
      replaced.add(one);
      to.invokestatic(
          owner.thisClass().asSymbol(),
          one.name,
          one.type,
          owner.flags().has(AccessFlag.INTERFACE));
    }

    /** {@code int hashCode(R record)}, as {@link java.lang.runtime.ObjectMethods} computes it. */
    private static void hashCode(
        CodeBuilder code, ClassDesc type, List<DirectMethodHandleDesc> components) {
      code.iconst_0();
      for (DirectMethodHandleDesc each : components) {
        ClassDesc component = each.invocationType().returnType();
        ClassDesc of = component.isPrimitive() ? component : ConstantDescs.CD_Object;
        code.bipush(31).imul().aload(0).getfield(type, each.methodName(), component);
        code.invokestatic(
            holder(component), "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, of));
        code.iadd();
      }
      code.ireturn();
    }

    /** {@code boolean equals(R record, Object other)}. */
    private static void equals(
        CodeBuilder code, ClassDesc type, List<DirectMethodHandleDesc> components) {
      Label yes = code.newLabel();
      Label no = code.newLabel();
      code.aload(0).aload(1).if_acmpeq(yes).aload(1).instanceOf(type).ifeq(no);
      for (DirectMethodHandleDesc each : components) {
        ClassDesc component = each.invocationType().returnType();
        ClassDesc of = component.isPrimitive() ? component : ConstantDescs.CD_Object;
        code.aload(0).getfield(type, each.methodName(), component);
        code.aload(1).checkcast(type).getfield(type, each.methodName(), component);
        if (component.isPrimitive()) {
          code.invokestatic(
              holder(component), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, of, of));
          code.ifne(no);
        } else {
          code.invokestatic(
              holder(component), "equals", MethodTypeDesc.of(ConstantDescs.CD_boolean, of, of));
          code.ifeq(no);
        }
      }
      code.labelBinding(yes).iconst_1().ireturn();
      code.labelBinding(no).iconst_0().ireturn();
    }

    /** The class whose static methods hash and compare values of a type. */
    private static ClassDesc holder(ClassDesc type) {
      return switch (type.descriptorString()) {
        case "Z" -> ConstantDescs.CD_Boolean;
        case "B" -> ConstantDescs.CD_Byte;
        case "S" -> ConstantDescs.CD_Short;
        case "C" -> ConstantDescs.CD_Character;
        case "I" -> ConstantDescs.CD_Integer;
        case "J" -> ConstantDescs.CD_Long;
        case "F" -> ConstantDescs.CD_Float;
        case "D" -> ConstantDescs.CD_Double;
        default -> ClassDesc.of("java.util.Objects");
      };
    }

    /**
     * {@code int typeSwitch(Object value, int first)}: the first label from {@code first} on that
     * the value is an instance of, else the number of labels; -1 of null.
     */
    private static void tests(CodeBuilder code, List<ClassDesc> labels) {
      List<Label> tests = IntStream.range(0, labels.size()).mapToObj(_ -> code.newLabel()).toList();
      Label none = code.newLabel();
      Label some = code.newLabel();
      code.aload(0).ifnonnull(some).iconst_m1().ireturn();
      code.labelBinding(some).iload(1);
      code.tableswitch(
          none,
          IntStream.range(0, labels.size()).mapToObj(i -> SwitchCase.of(i, tests.get(i))).toList());
      for (int i = 0; i < labels.size(); i++) {
        Label next = i + 1 < labels.size() ? tests.get(i + 1) : none;
        code.labelBinding(tests.get(i)).aload(0).instanceOf(labels.get(i)).ifeq(next);
        code.loadConstant(i).ireturn();
      }
      code.labelBinding(none).loadConstant(labels.size()).ireturn();
    }
  }
}
