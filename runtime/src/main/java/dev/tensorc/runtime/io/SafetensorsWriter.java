package dev.tensorc.runtime.io;

import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Writes a safetensors file: the widest elements first, so that each tensor is aligned since the
 * header's length is a multiple of 8.
 */
final class SafetensorsWriter {
  private static final int ALIGNMENT = 8;

  private final List<Map.Entry<String, ? extends Tensor>> tensors;
  private final byte[] header;
  private final String file;

  /**
   * @param file its name in messages
   */
  SafetensorsWriter(
      Map<String, ? extends Tensor> tensors, Map<String, String> metadata, String file)
      throws TensorFileException {
    this.file = file;
    this.tensors = new ArrayList<>(tensors.entrySet());
    this.tensors.sort(Comparator.comparing(each -> -each.getValue().type().byteWidth()));
    this.header = header(metadata);
  }

  void write(OutputStream out) throws IOException {
    out.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(header.length).array());
    out.write(header);
    for (Map.Entry<String, ? extends Tensor> each : tensors) {
      ElementBytes.write(out, each.getValue());
    }
  }

  private byte[] header(Map<String, String> metadata) throws TensorFileException {
    List<String> parts = new ArrayList<>();
    if (!metadata.isEmpty()) {
      List<String> texts = new ArrayList<>();
      metadata.forEach((key, text) -> texts.add(quoted(key) + ":" + quoted(text)));
      parts.add(quoted(SafetensorsParser.METADATA) + ":{" + String.join(",", texts) + "}");
    }
    long begin = 0;
    for (Map.Entry<String, ? extends Tensor> each : tensors) {
      if (each.getKey().equals(SafetensorsParser.METADATA)) {
        throw new TensorFileException(
            file, "no tensor can have the name " + SafetensorsParser.METADATA);
      }
      Tensor tensor = each.getValue();
      long end = begin + tensor.count() * tensor.type().byteWidth();
      parts.add(
          "%s:{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
              .formatted(
                  quoted(each.getKey()),
                  SafetensorsHeader.dtype(tensor.type()),
                  Arrays.toString(tensor.shape()).replace(" ", ""),
                  begin,
                  end));
      begin = end;
    }
    byte[] text = utf8("{" + String.join(",", parts) + "}");
    byte[] padded = Arrays.copyOf(text, (text.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    Arrays.fill(padded, text.length, padded.length, (byte) ' ');
    return padded;
  }

  private byte[] utf8(String text) throws TensorFileException {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return Arrays.copyOf(bytes.array(), bytes.limit());
    } catch (CharacterCodingException e) {
      throw new TensorFileException(file, "a name or text has half of a surrogate pair");
    }
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
